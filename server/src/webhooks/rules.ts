import { backOffMs } from "../kernel/back-off-rules.ts";

/** HOOK-5: whether a status says that the receiver has it now. */
export const isDelivered = (status: number): boolean => status >= 200 && status < 300;

/** HOOK-5: how long (ms) a delivery waits after so many attempts. */
export const retryWaitMs = (attempts: number, chance: number): number =>
  backOffMs(attempts, chance, [1000, 10 * 60 * 1000]);
