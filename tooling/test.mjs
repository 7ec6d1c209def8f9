/**
 * `npm test` (RUN-2) is the gate, `npm run test:full` everything: installs what is missing, runs the lanes of `test-lanes.mjs`, or those
 * whose names hold one of the words after `--`, and ends with `N passed, N failed`. Plain JavaScript over node: modules, since it starts on
 * Node 20 with no package installed.
 */
import { existsSync, statfsSync } from "node:fs";

import { findProgram, installMissingPrograms, mayInstall, programsOf } from "./find-programs.mjs";
import { cleanCommit, writeFullRecord } from "./full-record.mjs";
import { installWhenMissing, root } from "./prepare.mjs";
import { processorSeconds } from "./processor-time.mjs";
import { describeLanes, runLanes } from "./run-lanes.mjs";
import { describeTally, sumTallies } from "./tally.mjs";
import { lanesOf } from "./test-lanes.mjs";

const words = process.argv.slice(2).filter((word) => word !== "--full");
const run = process.argv.includes("--full") ? "full" : "gate";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;

/** Keeps the gate's temporary files in memory where there is room: 45,000 small files took 29 s on a disk and 1.5 s in memory. */
function keepFilesInMemory() {
  if (run === "full" || process.env["TMPDIR"] !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env["TMPDIR"] = MEMORY;
}

/** Every lane of the run, or those that are named. */
function chooseLanes() {
  const lanes = lanesOf(run);
  const unknown = words.filter((word) => !lanes.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`No part of the tests is called ${unknown.join(", ")}.`);
  return words.length === 0 ? lanes : lanes.filter(({ name }) => words.some((word) => name.includes(word)));
}

/** Installs what this machine lacks; answers a sentence for each program that is still missing. */
async function install() {
  const programs = programsOf(run);
  const installing = installMissingPrograms(programs);
  try {
    await installWhenMissing(console.log);
  } finally {
    // What it says would stand below the last line.
    await installing;
  }
  return programs.map((program) => findProgram(program)).flatMap((found) => ("problem" in found ? found.problem : []));
}

/** Answers how many tests failed. */
async function runTests() {
  const begin = performance.now();
  // In production npm would leave out what the tests need.
  delete process.env["NODE_ENV"];
  keepFilesInMemory();
  const lanes = chooseLanes();
  const commit = cleanCommit(root);
  const problems = await install();
  for (const problem of problems) console.log(problem);
  const ended = await runLanes(lanes);
  console.log("\n=== summary");
  const all = { seconds: (performance.now() - begin) / 1000, usedSeconds: processorSeconds("self") };
  for (const line of describeLanes(ended, all)) console.log(line);
  const sum = sumTallies(ended.map(({ outcome }) => outcome));
  // Root on Debian gets all of it: what is still missing then was skipped for no good reason. A full run counts it in its lanes.
  if (run === "gate" && problems.length > 0 && mayInstall()) sum.failed += problems.length;
  if (run === "full" && words.length === 0) {
    writeFullRecord(root, commit, { ...sum, lanes: ended.map(({ name, outcome }) => ({ name, ...outcome })) });
  }
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
