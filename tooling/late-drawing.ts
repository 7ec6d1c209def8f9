/** In the full run each step of React's drawing, and each answer of the scripted server, comes late: a page test that looks too early falls. */
const LATE_MS = 20;

if (globalThis.setImmediate.name !== "setLate") {
  globalThis.setImmediate = function setLate(run: (...args: unknown[]) => void, ...args: unknown[]) {
    return setTimeout(run, LATE_MS, ...args);
  } as unknown as typeof setImmediate;
}
