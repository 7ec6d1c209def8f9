import { pageAudio } from "./page-audio.ts";

export interface Note {
  readonly hertz: number;
  readonly atMs: number;
  readonly lastsMs: number;
}

const loudness = 0.12;
const attackS = 0.012;
const startMs = 1000;

/** Whether the browser lets this page make sounds: most require a press first. */
export const maySound = (): boolean =>
  "AudioContext" in window && (!("userActivation" in navigator) || navigator.userActivation.hasBeenActive);

export async function playNotes(notes: readonly Note[]): Promise<void> {
  if (!("AudioContext" in window)) return;
  const audio = pageAudio();
  const askedAt = performance.now();
  await audio.resume();
  if (performance.now() - askedAt > startMs) return;
  const ended = notes.map((note) => playNote(audio, note));
  await Promise.all(ended);
  await audio.suspend();
}

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
