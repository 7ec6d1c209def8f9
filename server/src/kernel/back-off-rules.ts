/**
 * How long (ms) to wait after so many attempts: doubles from the shortest wait to the longest, spread over the upper half by `chance`
 * from 0 to 1.
 */
export const backOffMs = (attempts: number, chance: number, [msMin, msMax]: readonly [number, number]): number =>
  Math.round(Math.min(msMax, msMin * 2 ** (attempts - 1)) * (0.5 + chance / 2));
