import { onTestFinished } from "vitest";
import { usedMs } from "./work-time.ts";

/** Without the types of Node or browsers. */
declare const performance: { readonly now: () => number };
declare const setInterval: (run: () => void, everyMs: number) => unknown;
declare const clearInterval: (timer: unknown) => void;

const beatMs = 10;
/** Most that one beat counts: a later one means that the machine stalled or this process computed. */
const beatMsMax = 30;

/** Returns a function of elapsed ms that skips stalls of a busy machine; uninterrupted computation counts by CPU time. */
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
