// Preloaded into a server: shortens timers of 30 s, such as that of the sweep, to 250 ms.
const usual = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...more) => usual(work, ms === 30_000 ? 250 : ms, ...more);
