import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { onWindow } from "./page/window-attention.ts";

/** Browsers allow sounds for this long after a press, ms. */
const afterPressMs = 100;

let context: AudioContext | null = null;

export const pageAudio = (): AudioContext => (context ??= new AudioContext());

/** Some browsers let a page make sounds only if its audio started at a press, so it starts at the first press and suspends. */
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
