import type { Clock } from "./clock.ts";

/** Waits for the work, but no longer than the limit (ms); work that is late goes on by itself. */
export async function inTime(work: Promise<void>, limitMs: number, clock: Clock): Promise<void> {
  let stopWaiting = (): void => undefined;
  const late = new Promise<void>((resolve) => (stopWaiting = resolve));
  const timer = clock.setTimeout(stopWaiting, Math.max(0, limitMs));
  try {
    await Promise.race([work, late]);
  } finally {
    clock.clearTimeout(timer);
  }
}
