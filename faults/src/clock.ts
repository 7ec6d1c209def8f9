/** Milliseconds of a clock that never jumps, from the start of this process. */
export const monoMs = (): number => performance.now();

/** Waits; the time of a run is real time. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)));

/** The wall clock, for the names of reports alone. */
export const wallTime = (): string => new Date().toISOString();

/** Calls `work` every `everyMs` until what is returned is called. */
export function every(everyMs: number, work: () => void): () => void {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}

/** Waits until `isSo` answers true, asking every 20 ms; rejects with `what` after `msMax`. */
export async function until(isSo: () => boolean | Promise<boolean>, msMax: number, what: string): Promise<void> {
  const end = monoMs() + msMax;
  while (!(await isSo())) {
    if (monoMs() > end) throw new Error(`waited ${msMax} ms in vain: ${what}`);
    await sleep(20);
  }
}
