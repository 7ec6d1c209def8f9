/** Delays React's rendering and the scripted server's responses, so that page tests that look too early fail. */
const LATE_MS = 20;

if (globalThis.setImmediate.name !== "setLate") {
  globalThis.setImmediate = function setLate(run: (...args: unknown[]) => void, ...args: unknown[]) {
    return setTimeout(run, LATE_MS, ...args);
  } as unknown as typeof setImmediate;
}
