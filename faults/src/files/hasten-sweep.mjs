// Loaded into a server before its own code: timers of 30 s, such as the sweep's, take a quarter of a second.
const usual = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...more) => usual(work, ms === 30_000 ? 250 : ms, ...more);
