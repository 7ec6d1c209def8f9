import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { onWindow } from "./page/window-attention.ts";

/** How long browsers allow sounds after a press, in ms. */
const afterPressMs = 100;

let context: AudioContext | null = null;

export const pageAudio = (): AudioContext => (context ??= new AudioContext());

/** Starts and suspends the page's audio at the first press, since some browsers only let a page make sounds if its audio started at a press. */
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
