import type { Note } from "../platform/play-notes.ts";
import type { Ring } from "./notifications-shape.ts";

/** A sound of its own for each thing that rings: two taps, a rise, a fall, a call; none longer than half a second. */
export const sounds: Readonly<Record<Ring["about"], readonly Note[]>> = {
  message: [
    { hertz: 659, atMs: 0, lastsMs: 110 },
    { hertz: 988, atMs: 90, lastsMs: 220 },
  ],
  "take-over": [
    { hertz: 523, atMs: 0, lastsMs: 120 },
    { hertz: 659, atMs: 110, lastsMs: 120 },
    { hertz: 784, atMs: 220, lastsMs: 240 },
  ],
  "brought-in": [
    { hertz: 523, atMs: 0, lastsMs: 120 },
    { hertz: 784, atMs: 120, lastsMs: 260 },
  ],
  offer: [
    { hertz: 784, atMs: 0, lastsMs: 150 },
    { hertz: 587, atMs: 150, lastsMs: 280 },
  ],
};
