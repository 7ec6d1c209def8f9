// Preloaded into a server: an hourly timer runs every five seconds, since a day here has ten minutes.
const usual = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...more) => usual(work, ms === 3_600_000 ? 5000 : ms, ...more);
