import { closeScratch, openScratch } from "./leftovers.mjs";
import { describeTally } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** What a lane came to, and what it and all its descendants used of the processor. @typedef {Tally & { usedSeconds: number }} Outcome */
/**
 * A part of the tests; `run` gets its folder for everything temporary. One that `isIdle` mostly waits, and runs from the start beside the
 * others; one that `isAlone` begins when all others have ended.
 * @typedef {{ name: string, isIdle?: boolean, isAlone?: boolean, run: (scratch: string) => Promise<Outcome> }} Lane
 */
/** @typedef {{ name: string, seconds: number, outcome: Outcome }} EndedLane */

/** Runs one after the other, beside the idle ones; answers in the order given. @param {readonly Lane[]} lanes */
export async function runLanes(lanes) {
  /** @type {Map<Lane, Promise<EndedLane>>} */
  const running = new Map();
  for (const lane of lanes) if (lane.isIdle) running.set(lane, runLane(lane));
  for (const lane of lanes) {
    if (running.has(lane)) continue;
    if (lane.isAlone) await Promise.all(running.values());
    const ended = runLane(lane);
    running.set(lane, ended);
    await ended;
  }
  return Promise.all(lanes.flatMap((lane) => running.get(lane) ?? []));
}

/** What it throws is one failure, and so is what it leaves behind; neither ends the others. @param {Lane} lane @returns {Promise<EndedLane>} */
async function runLane({ name, run }) {
  const start = performance.now();
  console.log(`\n=== ${name}`);
  const outcome = await runAndClose(run).catch(failureOf);
  return { name, seconds: (performance.now() - start) / 1000, outcome };
}

/** @param {Lane["run"]} run */
async function runAndClose(run) {
  const scratch = openScratch();
  const outcome = await run(scratch).catch(failureOf);
  return withLeftovers(outcome, await closeScratch(scratch));
}

/** @param {unknown} error @returns {Outcome} */
const failureOf = (error) => ({
  ...{ passed: 0, failed: 1, usedSeconds: 0 },
  note: (error instanceof Error && error.stack) || String(error),
});

/** @param {Outcome} outcome @param {readonly string[]} left @returns {Outcome} */
function withLeftovers(outcome, left) {
  if (left.length === 0) return outcome;
  const note = `left behind:${left.map((line) => `\n       ${line}`).join("")}`;
  return { ...outcome, failed: outcome.failed + 1, note: [outcome.note, note].filter(Boolean).join("; ") };
}

/** What each came to, its time and its processor time. @param {readonly EndedLane[]} ended @param {{ seconds: number, usedSeconds: number }} all */
export function describeLanes(ended, all) {
  const lines = ended.flatMap(({ name, seconds, outcome }) => [
    `${outcome.failed === 0 ? "ok  " : "FAIL"} ${figures(seconds, outcome.usedSeconds)}  ${name}: ${describeTally(outcome)}`,
    ...(outcome.note === undefined ? [] : [`             ${outcome.note}`]),
  ]);
  return [
    ...lines,
    `     ${figures(all.seconds, all.usedSeconds)}  all of it, with what was installed; lanes run partly beside each other`,
  ];
}

/** @param {number} seconds @param {number} usedSeconds */
const figures = (seconds, usedSeconds) =>
  `${seconds.toFixed(0).padStart(5)} s wall ${usedSeconds.toFixed(0).padStart(5)} s processor`;
