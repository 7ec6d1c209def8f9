/** Delays React's drawing and the scripted server's answers, so that a page test that looks too early fails. */
const LATE_MS = 20;

if (globalThis.setImmediate.name !== "setLate") {
  globalThis.setImmediate = function setLate(run: (...args: unknown[]) => void, ...args: unknown[]) {
    return setTimeout(run, LATE_MS, ...args);
  } as unknown as typeof setImmediate;
}
