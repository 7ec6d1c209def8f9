import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";

/** A tone: how high, when it begins and how long it lasts. */
export interface Note {
  readonly hertz: number;
  readonly atMs: number;
  readonly lastsMs: number;
}

/** How loud, of 1, and how long a tone takes to come up, s. */
const loudness = 0.12;
const attackS = 0.012;
/** So soon after a press a browser still counts it, ms. */
const afterPressMs = 100;
/** A browser that lets nothing sound before a press has this long to begin, ms: later it would be no news. */
const startMs = 1000;

let context: AudioContext | null = null;

/** Some browsers let only a page sound whose audio began at a press: so it begins at the first one, and rests until it is needed. */
export function beginAudioAtPress(): void {
  if (!("AudioContext" in window)) return;
  const begin = (): void => {
    context ??= new AudioContext();
    context.suspend().catch((error: unknown) => warn("The audio does not rest.", error));
  };
  const pressed = (): void => {
    window.removeEventListener("pointerdown", pressed);
    window.removeEventListener("keydown", pressed);
    // Behind what the press itself does.
    systemClock.later(afterPressMs, begin);
  };
  window.addEventListener("pointerdown", pressed);
  window.addEventListener("keydown", pressed);
}

/** Whether the browser lets this page sound: in most of them somebody has pressed something here. */
export const maySound = (): boolean =>
  "AudioContext" in window && (!("userActivation" in navigator) || navigator.userActivation.hasBeenActive);

/** Plays notes, unless the browser lets nothing sound here. */
export async function playNotes(notes: readonly Note[]): Promise<void> {
  if (!("AudioContext" in window)) return;
  const audio = (context ??= new AudioContext());
  const askedAt = performance.now();
  await audio.resume();
  if (performance.now() - askedAt > startMs) return;
  const ended = notes.map((note) => playNote(audio, note));
  await Promise.all(ended);
  await audio.suspend();
}

/** Resolves at its end. */
function playNote(audio: AudioContext, { hertz, atMs, lastsMs }: Note): Promise<unknown> {
  const begin = audio.currentTime + atMs / 1000;
  const end = begin + lastsMs / 1000;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness, begin + attackS);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(audio.destination);
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  tone.connect(volume);
  tone.start(begin);
  tone.stop(end);
  return new Promise((resolve) => tone.addEventListener("ended", resolve));
}
