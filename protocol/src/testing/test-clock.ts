/** How long a test waits for what is to happen, ms: it ends what hangs, and fails nothing that a busy machine slows. */
export const patienceMs = 100_000;

/** The same for `vi.waitFor`, which gives up after a second by itself. */
export const patient = { timeout: patienceMs, interval: 20 };

/** The machine's time, for what other programs judge by theirs: a token's age, an offer's last day. */
export const nowMs = (): number => Date.now();
