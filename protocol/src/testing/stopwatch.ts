import { onTestFinished } from "vitest";
import { usedMs } from "./work-time.ts";

/** What this needs of Node and browsers alike, whose types the shapes of the wire know nothing of. */
declare const performance: { readonly now: () => number };
declare const setInterval: (run: () => void, everyMs: number) => unknown;
declare const clearInterval: (timer: unknown) => void;

const beatMs = 10;
/** What a beat counts at most: where it is later, the machine has stood still, and the product with it, or this process computes. */
const beatMsMax = 30;

/**
 * Milliseconds since now, by beats: with it a test holds the product to a promised time, and a busy machine that stands still
 * breaks no promise. What this very process computes without a pause is counted by its processor's time.
 */
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
