/** Exponential backoff in ms, from `msMin` to `msMax`; `chance` (0 to 1) spreads it over the upper half of the delay. */
export const backOffMs = (attempts: number, chance: number, [msMin, msMax]: readonly [number, number]): number =>
  Math.round(Math.min(msMax, msMin * 2 ** (attempts - 1)) * (0.5 + chance / 2));
