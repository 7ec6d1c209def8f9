/** Timeout of waits in tests, ms: short enough to end hangs, long enough for a busy machine. */
export const patienceMs = 100_000;

export const patient = { timeout: patienceMs, interval: 20 };

/** Real time, for programs that compare with their own clock, such as token age or an offer's last day. */
export const nowMs = (): number => Date.now();
