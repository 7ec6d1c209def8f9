import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { onWindow } from "./page/window-attention.ts";

/** Browsers still count a press this long after it, ms. */
const afterPressMs = 100;

let context: AudioContext | null = null;

export const pageAudio = (): AudioContext => (context ??= new AudioContext());

/** Some browsers only let a page sound if its audio started at a press, so it starts at the first one and suspends. */
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
