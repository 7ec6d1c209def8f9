import { closeScratch, openScratch } from "./leftovers.mjs";
import { describeTally } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** The result of a lane, and the processor time of all its processes. @typedef {Tally & { usedSeconds: number }} Outcome */
/**
 * A part of the tests; `run` gets the lane's temporary folder. An `isIdle` lane mostly waits, so it starts first and runs in parallel with the
 * others. An `isAlone` lane starts after all others have ended. @typedef {{ name: string, isIdle?: boolean, isAlone?: boolean, run: (scratch: string)
 * => Promise<Outcome> }} Lane
 */
/** @typedef {{ name: string, seconds: number, outcome: Outcome }} EndedLane */

/** Runs lanes one by one, in parallel with the idle ones. Returns their results in the given order. @param {readonly Lane[]} lanes */
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

/**
 * Runs a lane. An exception or leftovers count as one failure each, and the other lanes continue. @param {Lane} lane @returns {Promise<EndedLane>}
 */
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

/** @param {readonly EndedLane[]} ended @param {{ seconds: number, usedSeconds: number }} all */
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
