import { backOffMs } from "../kernel/back-off-rules.ts";

export const isDelivered = (status: number): boolean => status >= 200 && status < 300;

/** HOOK-5: the wait before a retry, from 1 s to 10 min. */
export const retryWaitMs = (attempts: number, chance: number): number =>
  backOffMs(attempts, chance, [1000, 10 * 60 * 1000]);
