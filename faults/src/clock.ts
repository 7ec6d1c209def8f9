/** Monotonic milliseconds since this process started. */
export const monoMs = (): number => performance.now();

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)));

/** Wall clock time, used only to name reports. */
export const wallTime = (): string => new Date().toISOString();

/** Milliseconds since 1970, for tokens and codes that the product compares with its own clock. */
export const wallMs = (): number => Date.now();

/** Calls `work` every `everyMs`; returns a function that stops it. */
export function every(everyMs: number, work: () => void): () => void {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}

/** Calls `isSo` every 20 ms until it returns true. Throws with `what` after `msMax`. */
export async function until(isSo: () => boolean | Promise<boolean>, msMax: number, what: string): Promise<void> {
  const end = monoMs() + msMax;
  while (!(await isSo())) {
    if (monoMs() > end) throw new Error(`waited ${msMax} ms in vain: ${what}`);
    await sleep(20);
  }
}
