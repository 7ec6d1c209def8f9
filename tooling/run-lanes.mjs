import { describeTally } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/**
 * A part of the tests. Those `isAside` load the machine and run from the start beside the others, one after the other; one `isIdle` mostly
 * waits and runs from the start too. One `isTimed` holds the product to times, and begins when the load has ended.
 * @typedef {{ name: string, isAside?: boolean, isIdle?: boolean, isTimed?: boolean, run: () => Promise<Tally> }} Lane
 */
/** @typedef {{ name: string, seconds: number, tally: Tally }} EndedLane */

/** Runs one after the other, beside those that run aside; answers in the order given. @param {readonly Lane[]} lanes */
export async function runLanes(lanes) {
  /** @type {Map<Lane, Promise<EndedLane>>} */
  const running = new Map();
  let load = Promise.resolve();
  for (const lane of lanes) {
    if (lane.isIdle) running.set(lane, runLane(lane));
    if (!lane.isAside) continue;
    const ended = load.then(() => runLane(lane));
    running.set(lane, ended);
    load = ended.then(() => undefined);
  }
  for (const lane of lanes) {
    if (running.has(lane)) continue;
    // Beside a load, times would say more of the load than of the product.
    if (lane.isTimed) await load;
    const ended = runLane(lane);
    running.set(lane, ended);
    await ended;
  }
  return Promise.all(lanes.flatMap((lane) => running.get(lane) ?? []));
}

/** What it throws is one failure, never the end of the others. @param {Lane} lane @returns {Promise<EndedLane>} */
async function runLane({ name, run }) {
  const start = performance.now();
  console.log(`\n=== ${name}`);
  const tally = await run().catch((error) => ({ passed: 0, failed: 1, note: String(error?.stack ?? error) }));
  return { name, seconds: (performance.now() - start) / 1000, tally };
}

/** What each came to and how long it took. @param {readonly EndedLane[]} ended @param {number} seconds all of it */
export function describeLanes(ended, seconds) {
  const lines = ended.flatMap(({ name, seconds: own, tally }) => [
    `${tally.failed === 0 ? "ok  " : "FAIL"} ${own.toFixed(0).padStart(4)} s  ${name}: ${describeTally(tally)}`,
    ...(tally.note === undefined ? [] : [`             ${tally.note}`]),
  ]);
  return [...lines, `     ${seconds.toFixed(0).padStart(4)} s  all of it, partly beside each other`];
}
