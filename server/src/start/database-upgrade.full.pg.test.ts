import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadRows } from "../backups/load-rows.pg.ts";
import { withRows } from "../backups/read-rows.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { endAfterAll } from "../testing/at-end.ts";
import { signIn } from "../testing/http-calls.ts";
import { olderRelease } from "../testing/older-postgres.ts";
import { digestTables, fillEverywhere } from "../testing/rows-everywhere.ts";
import { runHere, startHere, startProblem } from "../testing/server-here.ts";
import { initialisedFolder, temporaryFolder } from "../testing/server-process.ts";

const atEnd = endAfterAll();
const common = { clock: systemClock, log: silentLog, isDurable: false };
const repository = resolve(import.meta.dirname, "../../..");

const older = temporaryFolder(atEnd);
let before: Awaited<ReturnType<typeof digestTables>> = [];

beforeAll(async () => {
  const demo = initialisedFolder("demo", atEnd);
  execFileSync("cp", ["-a", join(demo, "files"), older]);
  const own = await startOwnPostgres({ ...common, dataDir: demo });
  const old = await startOwnPostgres({ ...common, dataDir: older, release: olderRelease() });
  try {
    await fillEverywhere(own.address);
    await withRows(own.address, null, (rows) => loadRows({ at: old.address, clock: systemClock }, rows));
    before = await digestTables(old.address);
  } finally {
    await old.stop();
    await own.stop();
  }
});

function copyOfOlder(): string {
  const dataDir = temporaryFolder();
  execFileSync("cp", ["-a", `${older}/.`, dataDir]);
  return dataDir;
}

const upgradeWords = (release: string): readonly string[] => ["database", "upgrade", "--old-release", release];

const majorIn = (dataDir: string, name = "postgres"): string =>
  readFileSync(join(dataDir, name, "PG_VERSION"), "utf8").trim();

async function expectSameRows(dataDir: string): Promise<void> {
  const own = await startOwnPostgres({ ...common, dataDir });
  try {
    expect(await digestTables(own.address)).toEqual(before);
  } finally {
    await own.stop();
  }
}

/** Runs a command that must be refused; returns the message. */
async function refusalOf(words: readonly string[], settings: Record<string, string>): Promise<string> {
  const { exitCode, stderr } = await runHere(words, settings);
  expect(exitCode).toBe(1);
  return stderr.trimEnd();
}

test("[KEEP-10][KEEP-10b] every row is copied to the next PostgreSQL, and the old database stays until confirmed", async () => {
  const DATA_DIR = copyOfOlder();
  expect(await startProblem({ DATA_DIR })).toMatch(/ belongs to PostgreSQL 17, .* run "cuplaj database upgrade"\.$/u);
  expect(await refusalOf(["database", "upgrade"], { DATA_DIR })).toContain("--old-release is missing");
  expect(await refusalOf(upgradeWords("/nowhere"), { DATA_DIR })).toMatch(/^There is no PostgreSQL in \/nowhere\//u);
  expect(await refusalOf(upgradeWords(repository), { DATA_DIR })).toContain("Cuplaj's own PostgreSQL did not start: ");
  expect(await refusalOf(["database", "upgrade", "--confirm"], { DATA_DIR })).toContain("nothing was removed");
  expect(majorIn(DATA_DIR)).toBe("17");

  const upgraded = await runHere(upgradeWords(olderRelease()), { DATA_DIR });
  expect(upgraded).toMatchObject({ exitCode: 0 });
  expect(upgraded.stderr).toMatch(
    /^PostgreSQL 17 to 18: needs about 1\.\d GB of \S+ \(1\.1 GB of it only during the copy\), where .* are free, and about 1 min\.\n(?:.*\n){2}Copied \d+ kB of about/u,
  );
  expect(readdirSync(DATA_DIR).toSorted()).toEqual(
    ["files", "lock", "postgres", "postgres-password", "postgres-superuser-password", "postgres.17"].toSorted(),
  );
  expect([majorIn(DATA_DIR), majorIn(DATA_DIR, "postgres.17")]).toEqual(["18", "17"]);
  await expectSameRows(DATA_DIR);

  const { url } = await startHere({ DATA_DIR, DEMO: "1" });
  expect(await signIn(url, "mihai")).not.toBe("");
  expect(await refusalOf(upgradeWords(olderRelease()), { DATA_DIR })).toContain("is in use: stop the server first");
  const confirm = ["database", "upgrade", "--confirm"];
  expect(await runHere(confirm, { DATA_DIR })).toMatchObject({ exitCode: 0, stdout: "Removed postgres.17.\n" });
  expect(readdirSync(DATA_DIR)).not.toContain("postgres.17");
  expect(await runHere(confirm, { DATA_DIR })).toMatchObject({
    exitCode: 0,
    stdout: "There is no old database.\n",
  });
});

/** Runs the upgrade, and kills it once it has printed a line. */
async function killAfter(line: string, DATA_DIR: string): Promise<void> {
  const words = [join(repository, "server/src/cuplaj.ts"), ...upgradeWords(olderRelease())];
  const env = { PATH: process.env["PATH"], DATA_DIR };
  const child = spawn(process.execPath, words, { cwd: tmpdir(), env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes(line)) child.kill("SIGKILL");
  });
  await once(child, "close");
  expect(said).toContain(line);
}

test("[KEEP-10a] an upgrade that is killed at any step can be run again, and loses nothing", async () => {
  const DATA_DIR = copyOfOlder();
  const steps = ["PostgreSQL 17 to 18", "The old PostgreSQL runs.", "The new PostgreSQL runs.", "Copied and compared"];
  for (const step of steps) {
    await killAfter(step, DATA_DIR);
    expect(await startProblem({ DATA_DIR })).toContain('run "cuplaj database upgrade"');
  }
  expect(await runHere(upgradeWords(olderRelease()), { DATA_DIR })).toMatchObject({ exitCode: 0 });
  await expectSameRows(DATA_DIR);
  expect(await runHere(["database", "upgrade"], { DATA_DIR })).toMatchObject({
    stdout: "The database already belongs to PostgreSQL 18.\n",
  });
});
