/**
 * `npm test` (RUN-2): installs what is missing, then runs every check and every test, and ends with `N passed, N failed`.
 * Plain JavaScript over node: modules, since it starts on Node 20 with no package installed.
 */
import { ensureProgram, PROGRAMS } from "./find-programs.mjs";
import { installWhenMissing } from "./prepare.mjs";
import { LANES } from "./test-lanes.mjs";
import { describeTally, sumTallies } from "./tally.mjs";

/** Runs one lane; what it throws is one failure, never the end of the others. @param {import("./test-lanes.mjs").Lane} lane */
async function runLane({ name, run }) {
  const start = performance.now();
  console.log(`\n=== ${name}`);
  const tally = await run().catch((error) => ({ passed: 0, failed: 1, note: String(error?.stack ?? error) }));
  return { name, seconds: secondsSince(start), tally };
}

const secondsSince = (/** @type {number} */ start) => ((performance.now() - start) / 1000).toFixed(0);

/** One after the other, beside those that run aside. @param {import("./test-lanes.mjs").Lane[]} lanes */
async function runLanes(lanes) {
  const aside = lanes.filter(({ isAside }) => isAside).map(runLane);
  const ended = [];
  for (const lane of lanes.filter(({ isAside }) => !isAside)) {
    // Beside a load, times would say more of the load than of the product.
    if (lane.isTimed) await Promise.all(aside);
    ended.push(await runLane(lane));
  }
  return [...(await Promise.all(aside)), ...ended];
}

/** Every lane, or those whose name contains one of the words after `npm test --`. @param {string[]} words */
function chooseLanes(words) {
  const unknown = words.filter((word) => !LANES.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`No part of the tests is called ${unknown.join(", ")}.`);
  return words.length === 0 ? LANES : LANES.filter(({ name }) => words.some((word) => name.includes(word)));
}

/** Answers how many tests failed. */
async function runTests() {
  // In production npm would leave out what the tests need.
  delete process.env["NODE_ENV"];
  await installWhenMissing(console.log);
  const lanes = chooseLanes(process.argv.slice(2));
  for (const found of Object.values(PROGRAMS).map((program) => ensureProgram(program))) {
    if ("problem" in found) console.log(found.problem);
  }
  const begin = performance.now();
  const ended = await runLanes(lanes);
  console.log("\n=== summary");
  for (const { name, seconds, tally } of ended) {
    console.log(`${tally.failed === 0 ? "ok  " : "FAIL"} ${name}: ${describeTally(tally)}, ${seconds} s`);
    if (tally.note !== undefined) console.log(`     ${tally.note}`);
  }
  console.log(`     all of it, partly beside each other: ${secondsSince(begin)} s`);
  const sum = sumTallies(ended.map(({ tally }) => tally));
  console.log(describeTally(sum));
  return sum.failed;
}

try {
  process.exitCode = (await runTests()) === 0 ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  console.log(describeTally({ passed: 0, failed: 1 }));
  process.exitCode = 1;
}
