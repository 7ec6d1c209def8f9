import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Clock, pause } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "./database.ts";
import { type PostgresCluster, lastComplaint, postgresEnvironment } from "./postgres-cluster.ts";
import { disarmPostmasterFile, isPostmasterOf, readPostmasterFile } from "./postmaster-file.ts";

export interface PostgresProcess {
  /** Resolves when the program ends, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresRun {
  readonly cluster: PostgresCluster;
  /** `host` may be the folder of a Unix socket. */
  readonly endpoint: Pick<DatabaseAddress, "host" | "port">;
  readonly clock: Clock;
  readonly log: Log;
  /** False only in tests with throwaway data. */
  readonly isDurable: boolean;
}

const outputCharactersMax = 8000;
const pollEveryMs = 20;
/** A clean shutdown writes all pages. After this time, it is cut short and the write-ahead log must suffice. */
const cleanStopMs = 3500;
const forgottenStopMs = 2500;
/** Within this time, the processes of a killed server release its shared memory. */
const leftoverMemoryMs = 4000;

/** Starts PostgreSQL and waits until it accepts connections. First ends one that a killed server left behind. */
export async function startPostgresProcess(run: PostgresRun): Promise<PostgresProcess> {
  await stopForgottenPostgres(run.cluster.dataFolder, run.clock, run.log);
  const giveUpAt = run.clock.steadyMs() + leftoverMemoryMs;
  for (;;) {
    disarmPostmasterFile(run.cluster.dataFolder);
    rmSync(join(run.cluster.dataFolder, `.s.PGSQL.${run.endpoint.port}.lock`), { force: true });
    const attempt = await spawnPostgres(run);
    if (typeof attempt !== "string") return attempt;
    if (!attempt.includes("is still in use") || run.clock.steadyMs() > giveUpAt) {
      throw new StartupProblem(`Cuplaj's own PostgreSQL did not start: ${lastComplaint(attempt)}.`);
    }
    await pause(run.clock, pollEveryMs);
  }
}

/** Ends a PostgreSQL that a killed server left on this folder, so that the next one is ours to watch (RUN-4). */
export async function stopForgottenPostgres(dataFolder: string, clock: Clock, log: Log): Promise<void> {
  const pid = readPostmasterFile(dataFolder)?.pid;
  if (pid === undefined || pid === process.pid || !isPostmasterOf(pid, dataFolder)) return;
  log.warn({ pid }, "stopping a PostgreSQL that a killed server left behind");
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalProcess(pid, signal);
    const giveUpAt = clock.steadyMs() + forgottenStopMs;
    while (clock.steadyMs() < giveUpAt) {
      if (!isPostmasterOf(pid, dataFolder)) return;
      await pause(clock, pollEveryMs);
    }
  }
  throw new StartupProblem(`Another PostgreSQL (process ${pid}) uses ${dataFolder} and does not stop: end it first.`);
}

/** Starts the program; returns its output if it did not start. */
async function spawnPostgres(run: PostgresRun): Promise<PostgresProcess | string> {
  const { cluster } = run;
  const command = cluster.account.command(join(cluster.binaries, "bin", "postgres"), serverArguments(run));
  const child = spawn(command.file, command.args, {
    cwd: "/",
    env: postgresEnvironment(cluster.binaries),
    stdio: ["ignore", "ignore", "pipe"],
    // The program gets its own session, so that Ctrl+C in a terminal reaches only us and requests can finish first.
    detached: true,
    ...command.ids,
  });
  let output = "";
  const writeToLog = postgresLog(run.log);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
  });
  const isReady = await new Promise<boolean>((resolve) => {
    void ended.then(() => resolve(false));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-outputCharactersMax);
      writeToLog(text);
      if (output.includes("database system is ready to accept connections")) resolve(true);
    });
  });
  return isReady ? { ended, stop: () => stopChild(child, ended, run.clock) } : output;
}

/** These settings take precedence over all files, so that durability cannot be turned off by accident (RUN-3). */
function serverArguments(run: PostgresRun): string[] {
  const { host, port } = run.endpoint;
  const isSocket = host.startsWith("/");
  const durability = run.isDurable ? "on" : "off";
  const settings: Record<string, string> = {
    listen_addresses: isSocket ? "" : host,
    unix_socket_directories: isSocket ? host : "",
    unix_socket_permissions: "0700",
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    password_encryption: "scram-sha-256",
    max_connections: "60",
    shared_buffers: "128MB",
    effective_cache_size: "512MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    max_worker_processes: "4",
    autovacuum_max_workers: "2",
    jit: "off",
    logging_collector: "off",
    log_destination: "stderr",
    log_line_prefix: "",
    timezone: "UTC",
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", run.cluster.dataFolder, "-p", String(port), ...given];
}

/** Logs a repeated warning, such as one per dropped connection, only once. */
function postgresLog(log: Log): (text: string) => void {
  let last = "";
  return (text) => {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const isWarning = /^(?:FATAL|PANIC|WARNING):/u.test(line);
      log[isWarning && line !== last ? "warn" : "debug"]({ postgres: line }, "PostgreSQL log");
      if (isWarning) last = line;
    }
  };
}

async function stopChild(child: ChildProcess, ended: Promise<void>, clock: Clock): Promise<void> {
  child.kill("SIGINT");
  const timer = clock.setTimeout(() => child.kill("SIGQUIT"), cleanStopMs);
  await ended;
  clock.clearTimeout(timer);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (reasonOf(error) !== "ESRCH") throw error;
  }
}
