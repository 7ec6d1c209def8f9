import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";

/** So soon after a press a browser still counts it, ms. */
const afterPressMs = 100;

let context: AudioContext | null = null;

export const pageAudio = (): AudioContext => (context ??= new AudioContext());

/** Some browsers let only a page sound whose audio began at a press: so it begins at the first one, and rests until it is needed. */
export function beginAudioAtPress(): void {
  if (!("AudioContext" in window)) return;
  const begin = (): void => {
    pageAudio()
      .suspend()
      .catch((error: unknown) => warn("The audio does not rest.", error));
  };
  const pressed = (): void => {
    window.removeEventListener("pointerdown", pressed);
    window.removeEventListener("keydown", pressed);
    systemClock.later(afterPressMs, begin);
  };
  window.addEventListener("pointerdown", pressed);
  window.addEventListener("keydown", pressed);
}
