// Preloaded into a server: shortens 30 s timers, such as the sweep's, to 250 ms.
const usual = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...more) => usual(work, ms === 30_000 ? 250 : ms, ...more);
