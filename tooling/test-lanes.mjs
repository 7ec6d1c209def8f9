import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { ensureProgram, PROGRAMS } from "./find-programs.mjs";
import { findNode, root as ROOT } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";
import { startSecondPostgres } from "./second-postgres.mjs";
import { countExitCode, countLastLine, countVitest } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/**
 * A part of the tests. One that mostly waits runs beside the others from the start.
 * @typedef {{ name: string, isBeside?: boolean, run: () => Promise<Tally> }} Lane
 */

const BIN = path.join(ROOT, "node_modules/.bin");
const LANE_TIMEOUT_MS = 900_000;
/** Settings of a developer's shell that would change what the tests start. */
const OWN_SETTINGS = [
  "DATABASE_URL",
  "REDIS_URL",
  "DATA_DIR",
  "PUBLIC_URL",
  "HOST",
  "PORT",
  "TLS_PORT",
  "DEMO",
  "LIMITS",
  "NODE_ENV",
];

/** Everything `npm test` runs, in order: the quick and telling first. @type {Lane[]} */
export const LANES = [
  { name: "check", run: async () => countLastLineOf(await start("node", ["tooling/check.mjs"])) },
  { name: "unit tests", run: () => vitest("unit") },
  { name: "web build", run: async () => countExitCode((await start("vite", ["build", "web"])).exitCode) },
  { name: "first load", run: async () => countExitCode((await start("node", ["tooling/check-size.mjs"])).exitCode) },
  { name: "server tests, own PostgreSQL", run: () => vitest("pg") },
  { name: "server tests, PostgreSQL by DATABASE_URL", run: testOtherPostgres },
  { name: "Pusher conformance", isBeside: true, run: testConformance },
  { name: "fault runs, an ordinary minute", isBeside: true, run: () => testFaults("smoke") },
  { name: "fault runs", run: () => testFaults("--without", "smoke") },
  { name: "browser tests", run: () => withProgram("chromium", (file) => vitest("e2e", { CHROMIUM_PATH: file })) },
];

/** Runs a program of the tool chain, or `node`. @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [settings] */
function start(name, args, settings = {}) {
  const node = findNode();
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env };
  for (const setting of OWN_SETTINGS) delete env[setting];
  env["PATH"] = [path.dirname(node), BIN, process.env["PATH"] ?? ""].join(path.delimiter);
  if (!process.stdout.isTTY) env["NO_COLOR"] = "1";
  const file = name === "node" ? node : path.join(BIN, name);
  return runProgram(file, args, { cwd: ROOT, env: { ...env, ...settings }, timeoutMs: LANE_TIMEOUT_MS });
}

/** Runs one project of vitest.config.ts. @param {string} project @param {NodeJS.ProcessEnv} [settings] */
async function vitest(project, settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-report-"));
  const report = path.join(folder, "report.json");
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { exitCode } = await start("vitest", args, settings);
  const text = existsSync(report) ? readFileSync(report, "utf8") : undefined;
  rmSync(folder, { recursive: true, force: true });
  return countVitest(text, exitCode);
}

/** Runs a lane that needs a program; without it the lane fails with the advice. @param {keyof typeof PROGRAMS} name @param {(file: string) => Promise<Tally>} run */
async function withProgram(name, run) {
  const found = ensureProgram(PROGRAMS[name]);
  return "path" in found ? run(found.path) : { passed: 0, failed: 1, note: found.problem };
}

/** RUN-3: the server's tests against a PostgreSQL that is not ours, the developer's own `DATABASE_URL` if there is one. */
async function testOtherPostgres() {
  const given = process.env["DATABASE_URL"];
  if (given !== undefined && given !== "") return vitest("pg", { DATABASE_URL: given });
  return withProgram("postgres", async (folder) => {
    const postgres = await startSecondPostgres(folder);
    try {
      return await vitest("pg", { DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  });
}

/** LIVE-1: the suites that the official Pusher packages ship, unmodified, against our server. */
async function testConformance() {
  const folder = path.join(ROOT, "server/conformance");
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^run\.(mjs|ts|js)$/.test(name)) : undefined;
  if (file === undefined) return { passed: 0, failed: 1, note: "server/conformance has no run file" };
  return countLastLineOf(await start("node", [path.join(folder, file)]));
}

/** The runs of `faults/` that take little time (docs/delivery.md). @param {string[]} chosen */
async function testFaults(...chosen) {
  const ended = await start("node", ["faults/src/main.ts", "--tests", ...chosen]);
  const skipped = ended.text.split("\n").filter((line) => line.startsWith("skip "));
  const tally = countLastLineOf(ended);
  return skipped.length === 0 ? tally : { ...tally, note: [tally.note, ...skipped].filter(Boolean).join("; ") };
}

/** @param {{ text: string, exitCode: number }} ended */
const countLastLineOf = ({ text, exitCode }) => countLastLine(text, exitCode);
