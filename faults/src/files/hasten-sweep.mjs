// Loaded into a server before its own code: what it does every 30 s, which is to sweep, it does four times a second.
const usual = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((work, ms, ...more) => usual(work, ms === 30_000 ? 250 : ms, ...more), usual);
