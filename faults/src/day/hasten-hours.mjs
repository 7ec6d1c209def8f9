// Preloaded into a server: hourly timers run every five seconds, since a simulated day takes ten minutes.
const usual = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...more) => usual(work, ms === 3_600_000 ? 5000 : ms, ...more);
