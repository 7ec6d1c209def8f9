/** Exponential backoff in ms, from `msMin` up to `msMax`. A random `chance` (0 to 1) adds jitter, which shortens the delay by up to half. */
export const backOffMs = (attempts: number, chance: number, [msMin, msMax]: readonly [number, number]): number =>
  Math.round(Math.min(msMax, msMin * 2 ** (attempts - 1)) * (0.5 + chance / 2));
