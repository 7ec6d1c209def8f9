/**
 * `npm test` (RUN-2): installs what is missing, then runs every check and every test, and ends with `N passed, N failed`.
 * Plain JavaScript over node: modules, since it starts on Node 20 with no package installed.
 */
import { findProgram, installMissingPrograms, PROGRAMS } from "./find-programs.mjs";
import { installWhenMissing } from "./prepare.mjs";
import { describeLanes, runLanes } from "./run-lanes.mjs";
import { LANES } from "./test-lanes.mjs";
import { describeTally, sumTallies } from "./tally.mjs";

/** Every lane, or those whose name contains one of the words after `npm test --`. @param {string[]} words */
function chooseLanes(words) {
  const unknown = words.filter((word) => !LANES.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`No part of the tests is called ${unknown.join(", ")}.`);
  return words.length === 0 ? LANES : LANES.filter(({ name }) => words.some((word) => name.includes(word)));
}

/** Answers how many tests failed. */
async function runTests() {
  const begin = performance.now();
  // In production npm would leave out what the tests need.
  delete process.env["NODE_ENV"];
  const lanes = chooseLanes(process.argv.slice(2));
  const programs = Object.values(PROGRAMS);
  const installing = installMissingPrograms(programs);
  try {
    await installWhenMissing(console.log);
  } finally {
    // What it says would stand below the last line.
    await installing;
  }
  for (const found of programs.map((program) => findProgram(program))) {
    if ("problem" in found) console.log(found.problem);
  }
  const ended = await runLanes(lanes);
  console.log("\n=== summary");
  for (const line of describeLanes(ended, (performance.now() - begin) / 1000)) console.log(line);
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
