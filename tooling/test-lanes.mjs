import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { anotherPostgresTests } from "./another-postgres.mjs";
import { makeDataTemplates } from "./data-templates.mjs";
import { findProgram, PROGRAMS } from "./find-programs.mjs";
import { findNode, root as ROOT } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";
import { startSecondPostgres } from "./second-postgres.mjs";
import { countExitCode, countLastLine, countVitest } from "./tally.mjs";

/** @typedef {import("./find-programs.mjs").ProgramName} ProgramName */
/** @typedef {import("./run-lanes.mjs").Lane} Lane */
/** @typedef {import("./run-lanes.mjs").Outcome} Outcome */
/** @typedef {"gate" | "full"} Run */

const BIN = path.join(ROOT, "node_modules/.bin");
/** Runs three workers on two cores, since these tests spend a third of their time waiting. */
const MOSTLY_WAITING = "--maxWorkers=3";
const LANE_TIMEOUT_MS = 5_400_000;
/** Settings from a developer's shell that would affect the tests. */
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

/** The lanes in order: those that are quick and likely to fail come first. @param {Run} run @returns {Lane[]} */
export function lanesOf(run) {
  const gate = gateLanes(run);
  return run === "gate" ? gate : [...gate, ...fullLanes(run)];
}

/** @param {Run} run @returns {Lane[]} */
const gateLanes = (run) => [
  { name: "Pusher conformance", isIdle: true, run: (scratch) => lastLine(scratch, ["server/conformance/run.ts"]) },
  { name: "fault runs, an ordinary minute", isIdle: true, run: (scratch) => faults(run, scratch, "smoke") },
  { name: "check", run: (scratch) => lastLine(scratch, ["tooling/check.mjs"]) },
  { name: "unit and page tests", run: (scratch) => vitest(run, scratch, ["unit", "--project", "page"]) },
  { name: "web build", run: async (scratch) => exitCode(await start("node", ["tooling/build-web.mjs"], scratch)) },
  { name: "first load", run: async (scratch) => exitCode(await start("node", ["tooling/check-size.mjs"], scratch)) },
  { name: "server tests, PostgreSQL by DATABASE_URL", run: (scratch) => testOtherPostgres(run, scratch) },
  { name: "server tests, own PostgreSQL", run: (scratch) => testOwnPostgres(run, scratch) },
  { name: "browser tests", run: (scratch) => testBrowsers(run, scratch) },
];

/** The lanes that only the full run has. Tests of real time come last and run by themselves. @param {Run} run @returns {Lane[]} */
const fullLanes = (run) => [
  { name: "other engines", run: (scratch) => testEngines(run, scratch) },
  { name: "fault runs, three days", run: (scratch) => faults(run, scratch, "day") },
  { name: "fault runs, power loss", run: (scratch) => testPowerLoss(run, scratch) },
  {
    name: "fault runs and scanners",
    run: (scratch) => faults(run, scratch, ...["smoke", "power-loss", "day"].flatMap((name) => ["--without", name])),
  },
  { name: "real time", isAlone: true, run: async (scratch) => vitest(run, scratch, ["timed"], await templates()) },
];

/** @param {string} name @param {string[]} args @param {string} scratch @param {NodeJS.ProcessEnv} [settings] */
function start(name, args, scratch, settings = {}) {
  const node = findNode();
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env };
  for (const setting of OWN_SETTINGS) delete env[setting];
  env["PATH"] = [path.dirname(node), BIN, process.env["PATH"] ?? ""].join(path.delimiter);
  env["TMPDIR"] = scratch;
  if (!process.stdout.isTTY) env["NO_COLOR"] = "1";
  const file = name === "node" ? node : path.join(BIN, name);
  return runProgram(file, args, { cwd: ROOT, env: { ...env, ...settings }, timeoutMs: LANE_TIMEOUT_MS });
}

const templates = async () => ({ DATA_TEMPLATES: await makeDataTemplates((args) => start("node", args, tmpdir())) });

/** @param {Run} run @param {string} scratch @param {string[]} projectAndMore @param {NodeJS.ProcessEnv} [settings] @returns {Promise<Outcome>} */
async function vitest(run, scratch, [project = "", ...more], settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-report-"));
  const report = path.join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--project", project, ...more, ...reporters];
  const { exitCode: code, errors, usedSeconds } = await start("vitest", args, scratch, { ...settings, TEST_RUN: run });
  const text = existsSync(report) ? readFileSync(report, "utf8") : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { ...countVitest(text, code, errors), usedSeconds };
}

/**
 * Runs a test that needs programs. If one is missing, the gate reports what it skips, but the full run fails, since releases rely on it. @param {Run}
 * run @param {readonly ProgramName[]} names @param {() => Promise<Outcome>} test @returns {Promise<Outcome>}
 */
async function withPrograms(run, names, test) {
  const problems = names.flatMap((name) => {
    const found = findProgram(PROGRAMS[name]);
    return "problem" in found ? [found.problem] : [];
  });
  if (problems.length === 0) return test();
  return { passed: 0, failed: run === "full" ? 1 : 0, usedSeconds: 0, note: `not run here: ${problems.join(" ")}` };
}

/** Tests the server on our own PostgreSQL. The full run adds Redis, clocks, curl snippets and promtool. @param {Run} run @param {string} scratch */
function testOwnPostgres(run, scratch) {
  const needed = /** @type {ProgramName[]} */ (run === "full" ? ["redis", "curl", "promtool", "faketime"] : []);
  return withPrograms(run, needed, async () => vitest(run, scratch, ["pg", MOSTLY_WAITING], await templates()));
}

/** Tests the web app in Chromium. The full run adds proxies, a release and containers (OPS-3, OPS-4, OPS-9). @param {Run} run @param {string} scratch */
function testBrowsers(run, scratch) {
  /** @type {ProgramName[]} */
  const besides = ["redis", "openssl", "systemd", "nginx", "caddy"];
  if (process.getuid?.() === 0) besides.push("mmdebstrap", "nspawn", "podman", "compose");
  return withPrograms(run, run === "full" ? ["chromium", ...besides] : ["chromium"], async () =>
    vitest(run, scratch, ["e2e", MOSTLY_WAITING], { ...(await templates()), ...browsers() }),
  );
}

/** WEB-8: tests the web app in Firefox and WebKit. @param {Run} run @param {string} scratch */
const testEngines = (run, scratch) =>
  withPrograms(run, ["firefox", "webkit"], async () => vitest(run, scratch, ["engines"], await templates()));

/** Chromium, and its headless shell, which takes a third less time. A browser set by the developer replaces both. */
function browsers() {
  const found = [findProgram(PROGRAMS.chromium), findProgram(PROGRAMS.shell)];
  const [whole, shell] = found.map((program) => ("path" in program ? program.path : undefined));
  const isNamed = Boolean(process.env["CHROMIUM_PATH"]);
  return { CHROMIUM_PATH: whole, ...(isNamed || shell === undefined ? {} : { CHROMIUM_SHELL_PATH: shell }) };
}

/** RUN-3: runs the tests that another PostgreSQL may affect, on the developer's `DATABASE_URL` if set. @param {Run} run @param {string} scratch */
async function testOtherPostgres(run, scratch) {
  const tests = ["pg", MOSTLY_WAITING, ...anotherPostgresTests(ROOT, run)];
  const given = process.env["DATABASE_URL"];
  if (given !== undefined && given !== "") return vitest(run, scratch, tests, { DATABASE_URL: given });
  const found = findProgram(PROGRAMS.postgres);
  return withPrograms(run, ["postgres"], async () => {
    const postgres = await startSecondPostgres("path" in found ? found.path : "", scratch);
    try {
      const outcome = await vitest(run, scratch, tests, { DATABASE_URL: postgres.url });
      return { ...outcome, usedSeconds: outcome.usedSeconds + postgres.usedSeconds() };
    } finally {
      await postgres.stop();
    }
  });
}

/** Cuts the power of an XFS disk, which only root can mount. @param {Run} run @param {string} scratch */
function testPowerLoss(run, scratch) {
  const lose = () => faults(run, scratch, "power-loss");
  return process.getuid?.() === 0 ? withPrograms(run, ["xfs"], lose) : lose();
}

/**
 * Runs `faults/` (docs/delivery.md). A run that this machine cannot do is reported, and fails only the full run. @param {Run} run @param {string}
 * scratch @param {string[]} chosen @returns {Promise<Outcome>}
 */
async function faults(run, scratch, ...chosen) {
  const reports = path.join(scratch, "reports");
  const settings = await templates();
  const ended = await start("node", ["faults/src/main.ts", "--reports", reports, ...chosen], scratch, settings);
  rmSync(reports, { recursive: true, force: true });
  const skipped = ended.text.split("\n").filter((line) => line.startsWith("skip "));
  const tally = counted(ended);
  if (skipped.length === 0) return tally;
  const failed = tally.failed + (run === "full" ? skipped.length : 0);
  return { ...tally, failed, note: [tally.note, ...skipped].filter(Boolean).join("; ") };
}

/** Runs a program whose last line is `N passed, N failed`. @param {string} scratch @param {string[]} args */
const lastLine = async (scratch, args) => counted(await start("node", args, scratch));

/** @typedef {Awaited<ReturnType<typeof runProgram>>} Ended */
/** @param {Ended} ended @returns {Outcome} */
const counted = ({ text, exitCode: code, usedSeconds }) => ({ ...countLastLine(text, code), usedSeconds });
/** @param {Ended} ended @returns {Outcome} */
const exitCode = ({ exitCode: code, usedSeconds }) => ({ ...countExitCode(code), usedSeconds });
