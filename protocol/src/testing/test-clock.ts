/** Timeout of waits in tests, ms: short enough to end hangs, long enough for a busy machine. */
export const patienceMs = 100_000;

export const patient = { timeout: patienceMs, interval: 20 };

/** The real time, for values that a program compares with its own clock, such as a token's age or an offer's last day. */
export const nowMs = (): number => Date.now();
