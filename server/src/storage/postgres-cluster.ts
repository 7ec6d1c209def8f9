import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { unfinishedUpgrade } from "./data-folder.ts";
import { ensurePassword, passwordFile, superuserPasswordFile } from "./own-roles.ts";
import { choosePostgresAccount, type PostgresAccount } from "./postgres-account.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { writeSecretFile } from "./secret-file.ts";

export interface PostgresCluster {
  readonly dataFolder: string;
  readonly binaries: string;
  readonly account: PostgresAccount;
}

export const ownMajor = 18;

/** Opens `DATA_DIR/postgres`, and creates it first if needed: with checksums, and accessible only with a random password (RUN-3). */
export async function openPostgresCluster(dataDir: string, release?: string): Promise<PostgresCluster> {
  const binaries = await findPostgresBinaries(release);
  const dataFolder = join(realpathSync(dataDir), "postgres");
  const account = choosePostgresAccount(dataFolder, [binaries, dataFolder]);
  const isInUse = existsSync(dataFolder);
  if (!isInUse && existsSync(join(dataDir, unfinishedUpgrade, "postgres"))) throw upgradeUnfinished(dataDir);
  ensurePassword(passwordFile(dataDir), isInUse);
  const cluster = { dataFolder, binaries, account };
  if (!isInUse) await initialise(cluster, ensurePassword(superuserPasswordFile(dataDir), isInUse));
  // Another release's PostgreSQL refuses data of a different version by itself.
  if (release === undefined) checkVersion(dataFolder);
  return cluster;
}

/** Makes the account that runs PostgreSQL the owner of a data folder that we wrote, if that is not our account. */
export function giveToPostgres(dataFolder: string): void {
  const { owner } = choosePostgresAccount(dataFolder, []);
  if (owner === null) return;
  for (const name of readdirSync(dataFolder, { recursive: true, encoding: "utf8" }))
    chownSync(join(dataFolder, name), owner.uid, owner.gid);
  chownSync(dataFolder, owner.uid, owner.gid);
}

/** The environment for PostgreSQL's programs, without our own variables, which may hold secrets. */
export function postgresEnvironment(binaries: string): Record<string, string> {
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: join(binaries, "lib") };
}

/** Creates the cluster under another name first, so that an interruption leaves no partial one. */
async function initialise(cluster: PostgresCluster, superuserPassword: string): Promise<void> {
  const unfinished = `${cluster.dataFolder}.new`;
  const passwordCopy = `${cluster.dataFolder}.secret`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeSecretFile(passwordCopy, `${superuserPassword}\n`);
  for (const path of [unfinished, passwordCopy]) {
    if (cluster.account.owner !== null) chownSync(path, cluster.account.owner.uid, cluster.account.owner.gid);
  }
  try {
    await runInitdb(cluster, unfinished, passwordCopy);
  } finally {
    rmSync(passwordCopy, { force: true });
  }
  renameSync(unfinished, cluster.dataFolder);
}

async function runInitdb(cluster: PostgresCluster, folder: string, passwordCopy: string): Promise<void> {
  const command = cluster.account.command(join(cluster.binaries, "bin", "initdb"), [
    `--pgdata=${folder}`,
    "--username=postgres",
    `--pwfile=${passwordCopy}`,
    "--auth=scram-sha-256",
    "--data-checksums",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]);
  const options = { cwd: "/", env: postgresEnvironment(cluster.binaries), ...command.ids };
  try {
    await promisify(execFile)(command.file, command.args, options);
  } catch (error) {
    const details = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new StartupProblem(`The database folder ${cluster.dataFolder} cannot be created: ${lastComplaint(details)}.`);
  }
}

export function lastComplaint(output: string): string {
  const complaint = /(?:FATAL|PANIC|error): +(?<text>.+)/iu.exec(output)?.groups?.["text"];
  return (complaint ?? output.trim().split("\n").at(-1) ?? "no reason given").replace(/\.$/u, "");
}

export const majorOf = (dataFolder: string): number => Number(readFileSync(join(dataFolder, "PG_VERSION"), "utf8"));

function checkVersion(dataFolder: string): void {
  const found = majorOf(dataFolder);
  if (found === ownMajor) return;
  const cure = found < ownMajor ? 'run "cuplaj database upgrade"' : "use the release that wrote it";
  throw new StartupProblem(
    `${dataFolder} belongs to PostgreSQL ${found}, and this Cuplaj brings ${ownMajor}: ${cure}.`,
  );
}

const upgradeUnfinished = (dataDir: string): StartupProblem =>
  new StartupProblem(`DATA_DIR ${dataDir} holds an unfinished database upgrade: run "cuplaj database upgrade" again.`);
