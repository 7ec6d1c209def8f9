/** Time and chance as the loader needs them. */
export interface Clock {
  /** Calls once, so many ms from now; answers how to prevent it. */
  readonly later: (ms: number, call: () => void) => () => void;
  /** Now, in ISO 8601. */
  readonly timestamp: () => string;
  /** An id that no other has. */
  readonly newId: () => string;
}

export const systemClock: Clock = {
  later: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  timestamp: () => new Date().toISOString(),
  // Pages over plain HTTP have no `randomUUID`.
  newId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
