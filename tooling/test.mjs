/**
 * `npm test` (RUN-2) is the gate, and `npm run test:full` is everything. Installs what is missing, runs the lanes of `test-lanes.mjs`, or only those
 * whose names contain a given word, and ends with `N passed, N failed`. It must start on Node 20 without packages, so it is plain JavaScript that
 * imports only node: modules.
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

/** Keeps the gate's temporary files in memory if there is room: 45,000 small files take 29 s on disk and 1.5 s in memory. */
function keepFilesInMemory() {
  if (run === "full" || process.env["TMPDIR"] !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env["TMPDIR"] = MEMORY;
}

function chooseLanes() {
  const lanes = lanesOf(run);
  const unknown = words.filter((word) => !lanes.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`No part of the tests is called ${unknown.join(", ")}.`);
  return words.length === 0 ? lanes : lanes.filter(({ name }) => words.some((word) => name.includes(word)));
}

/** Installs what this machine lacks; returns a sentence about each program that is still missing. */
async function install() {
  const programs = programsOf(run);
  const installing = installMissingPrograms(programs);
  try {
    await installWhenMissing(console.log);
  } finally {
    // Waits for the installer, whose output would otherwise follow the last line.
    await installing;
  }
  return programs.map((program) => findProgram(program)).flatMap((found) => ("problem" in found ? found.problem : []));
}

async function runTests() {
  const begin = performance.now();
  // In production npm would omit packages that the tests need.
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
  // Root on Debian can install anything, so for the gate a program that is still missing is a failure. In a full run its lanes fail instead.
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
