import { onTestFinished } from "vitest";
import { usedMs } from "./work-time.ts";

/** Declared here, since the types of Node and browsers are not loaded. */
declare const performance: { readonly now: () => number };
declare const setInterval: (run: () => void, everyMs: number) => unknown;
declare const clearInterval: (timer: unknown) => void;

const beatMs = 10;
/** The most that one beat may count, ms. If a beat is later, the machine stalled or this process was computing. */
const beatMsMax = 30;

/** Returns a function that reads the elapsed ms without stalls of a busy machine; uninterrupted computation counts by CPU time. */
export function startStopwatch(): () => number {
  let [countedMs, lastMs, lastUsedMs] = [0, performance.now(), usedMs()];
  const beat = (): void => {
    const [nowMs, nowUsedMs] = [performance.now(), usedMs()];
    countedMs += Math.min(nowMs - lastMs, Math.max(beatMsMax, nowUsedMs - lastUsedMs));
    [lastMs, lastUsedMs] = [nowMs, nowUsedMs];
  };
  const timer = setInterval(beat, beatMs);
  onTestFinished(() => clearInterval(timer));
  return () => {
    beat();
    return countedMs;
  };
}
