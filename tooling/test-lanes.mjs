import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { findProgram, PROGRAMS } from "./find-programs.mjs";
import { anotherPostgresTests } from "./another-postgres.mjs";
import { makeDataTemplates } from "./data-templates.mjs";
import { findNode, root as ROOT } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";
import { startSecondPostgres } from "./second-postgres.mjs";
import { countExitCode, countLastLine, countVitest } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {import("./run-lanes.mjs").Lane} Lane */

const BIN = path.join(ROOT, "node_modules/.bin");
/** Three workers on two cores: these tests wait for servers and browsers for a third of their time. */
const MOSTLY_WAITING = "--maxWorkers=3";
const LANE_TIMEOUT_MS = 1_800_000;
/** Settings of a developer's shell that would change what the tests start. */
const OWN_SETTINGS = [
  "DATABASE_URL",
  "REDIS_URL",
  "DATA_DIR",
  "DATA_TEMPLATES",
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
  // It takes two and a half minutes, of which it keeps a core busy for about 15 seconds.
  { name: "Pusher conformance", isIdle: true, run: testConformance },
  // It takes a minute and a half, of which it keeps a core busy for about 20 seconds.
  { name: "fault runs, an ordinary minute", isIdle: true, run: () => testFaults("smoke") },
  { name: "fault runs, power loss", isAside: true, run: testPowerLoss },
  { name: "fault runs", isAside: true, run: () => testFaults("--without", "smoke", "--without", "power-loss") },
  { name: "check", run: async () => countLastLineOf(await start("node", ["tooling/check.mjs"])) },
  { name: "unit tests", run: () => vitest(["unit"]) },
  { name: "web build", run: async () => countExitCode((await start("vite", ["build", "web"])).exitCode) },
  { name: "first load", run: async () => countExitCode((await start("node", ["tooling/check-size.mjs"])).exitCode) },
  { name: "server tests, PostgreSQL by DATABASE_URL", run: testOtherPostgres },
  { name: "server tests, own PostgreSQL", isTimed: true, run: testOwnPostgres },
  { name: "browser tests", isTimed: true, run: testBrowsers },
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

/** Where the products of this run find their first start (made once, by the first lane that asks). */
const templates = async () => ({ DATA_TEMPLATES: await makeDataTemplates((args) => start("node", args)) });

/** Runs a project of vitest.config.ts, or with more arguments. @param {string[]} projectAndMore @param {NodeJS.ProcessEnv} [settings] */
async function vitest([project = "", ...more], settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-report-"));
  const report = path.join(folder, "report.json");
  const args = [
    "run",
    ...more,
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { exitCode, errors } = await start("vitest", args, settings);
  const text = existsSync(report) ? readFileSync(report, "utf8") : undefined;
  rmSync(folder, { recursive: true, force: true });
  return countVitest(text, exitCode, errors);
}

/** Runs a lane that needs a program; without it the lane fails with the advice. @param {keyof typeof PROGRAMS} name @param {(file: string) => Promise<Tally>} run */
async function withProgram(name, run) {
  const found = findProgram(PROGRAMS[name]);
  return "path" in found ? run(found.path) : { passed: 0, failed: 1, note: found.problem };
}

/** All server tests on the PostgreSQL that comes with the packages; several processes meet over a Redis, curl runs snippets, promtool reads the alarms. */
async function testOwnPostgres() {
  const run = async () => vitest(["pg", MOSTLY_WAITING], await templates());
  return withProgram("redis", () => withProgram("curl", () => withProgram("promtool", run)));
}

/** The page in real browsers, each on a product of its own; behind proxies and as a release too (OPS-3, OPS-4); in other engines (WEB-8). */
async function testBrowsers() {
  const missing = [findProgram(PROGRAMS.firefox), findProgram(PROGRAMS.webkit)].find((found) => "problem" in found);
  const run = async (/** @type {string} */ file) => {
    const projects = missing === undefined ? ["e2e", "--project", "engines"] : ["e2e"];
    const tally = await vitest([...projects, MOSTLY_WAITING], {
      ...(await templates()),
      CHROMIUM_PATH: file,
      ...shell(),
    });
    if (missing === undefined) return tally;
    return { ...tally, failed: tally.failed + 1, note: [missing.problem, tally.note].filter(Boolean).join("; ") };
  };
  const inFront = () => withProgram("nginx", () => withProgram("caddy", () => withProgram("chromium", run)));
  const roots = () => (process.getuid?.() === 0 ? withProgram("mmdebstrap", inFront) : inFront());
  return withProgram("redis", () => withProgram("systemd", () => withProgram("compose", roots)));
}

/** Chromium without its windows, which take a third of these tests' time; a browser that the developer named is used as it is. */
function shell() {
  if (process.env["CHROMIUM_PATH"]) return {};
  const found = findProgram(PROGRAMS.shell);
  return "path" in found ? { CHROMIUM_SHELL_PATH: found.path } : {};
}

/** RUN-3: what a PostgreSQL that is not ours can change, on the developer's own `DATABASE_URL` if there is one. */
async function testOtherPostgres() {
  const given = process.env["DATABASE_URL"];
  const tests = ["pg", MOSTLY_WAITING, ...anotherPostgresTests(ROOT)];
  if (given !== undefined && given !== "") return vitest(tests, { DATABASE_URL: given });
  return withProgram("postgres", async (folder) => {
    const postgres = await startSecondPostgres(folder);
    try {
      return await vitest(tests, { DATABASE_URL: postgres.url });
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

/** Power is lost on a disk of XFS, which only root can mount; for anybody else that run is skipped and named. */
function testPowerLoss() {
  const run = () => testFaults("power-loss");
  return process.getuid?.() === 0 ? withProgram("xfs", run) : run();
}

/** The runs of `faults/` that take little time (docs/delivery.md). @param {string[]} chosen */
async function testFaults(...chosen) {
  const ended = await start("node", ["faults/src/main.ts", "--tests", ...chosen], await templates());
  const skipped = ended.text.split("\n").filter((line) => line.startsWith("skip "));
  const tally = countLastLineOf(ended);
  return skipped.length === 0 ? tally : { ...tally, note: [tally.note, ...skipped].filter(Boolean).join("; ") };
}

/** @param {{ text: string, exitCode: number }} ended */
const countLastLineOf = ({ text, exitCode }) => countLastLine(text, exitCode);
