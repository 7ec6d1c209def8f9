import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { onWindow } from "./page/window-attention.ts";

/** So soon after a press a browser still counts it, ms. */
const afterPressMs = 100;

let context: AudioContext | null = null;

export const pageAudio = (): AudioContext => (context ??= new AudioContext());

/** Some browsers let only a page sound whose audio began at a press: so it begins at the first one, and rests until it is needed. */
export function beginAudioAtPress(): void {
  if (!("AudioContext" in window)) return;
  const stop = onWindow(["pointerdown", "keydown"], () => {
    stop();
    systemClock.later(afterPressMs, () => {
      pageAudio()
        .suspend()
        .catch((error: unknown) => warn("The audio does not rest.", error));
    });
  });
}
