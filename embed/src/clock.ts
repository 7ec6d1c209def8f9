export interface Clock {
  /** Makes one call after `ms`; returns a function that cancels it. */
  readonly later: (ms: number, call: () => void) => () => void;
  readonly timestamp: () => string;
  readonly newId: () => string;
}

export const systemClock: Clock = {
  later: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  timestamp: () => new Date().toISOString(),
  // `randomUUID` requires HTTPS.
  newId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
