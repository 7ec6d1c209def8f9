import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../clock.ts";
import { databaseUrlFile } from "../product/database.ts";
import { freePort } from "../product/free-port.ts";
import { here, type Machine } from "../product/machine.ts";

/** An installed PostgreSQL that the product uses by `DATABASE_URL`, and neither starts nor stops. */
export interface SystemPostgres {
  /** A `DATA_DIR` for the product, with this database's address. */
  readonly dataDir: string;
  readonly url: string;
  readonly dataFolder: string;
  /** Starts the database again. Resolves once it accepts connections. */
  start(): Promise<void>;
  ended(): Promise<void>;
  dispose(): Promise<void>;
}

const oldestMajor = 15;
const debianFolder = "/usr/lib/postgresql";

/** The folder of the newest installed PostgreSQL; null if that is older than version 15. */
export function findSystemPostgres(): string | null {
  const majors = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
  const newest = majors.filter((major) => major >= oldestMajor).toSorted((left, right) => right - left)[0];
  return newest === undefined ? null : join(debianFolder, String(newest), "bin");
}

/** Creates a cluster with default durability and starts it on a port of 127.0.0.1; if run by root, as an ordinary user. */
export async function startSystemPostgres(programs: string): Promise<SystemPostgres> {
  const cluster = makeCluster(programs);
  const port = await freePort();
  const url = `postgresql://cuplaj:${cluster.password}@127.0.0.1:${port}/postgres`;
  writeFileSync(databaseUrlFile(cluster.dataDir), url, { mode: 0o600 });
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`];
  const postgres = postgresProcess(programs, { dataFolder: cluster.dataFolder, settings });
  await postgres.start();
  return {
    dataDir: cluster.dataDir,
    url,
    dataFolder: cluster.dataFolder,
    start: () => postgres.start(),
    ended: () => postgres.ended(),
    async dispose() {
      await postgres.end();
      rmSync(cluster.home, { recursive: true, force: true });
    },
  };
}

export interface Cluster {
  readonly home: string;
  /** A `DATA_DIR` for the product. */
  readonly dataDir: string;
  readonly dataFolder: string;
  readonly password: string;
}

/** Creates a cluster of the role `cuplaj` in a temporary folder. */
export function makeCluster(programs: string): Cluster {
  const home = mkdtempSync(join(tmpdir(), "cuplaj-pg-"));
  chmodSync(home, 0o711);
  const [dataFolder, dataDir] = [join(home, "cluster"), join(home, "data")];
  mkdirSync(dataFolder, { mode: 0o700 });
  mkdirSync(dataDir);
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [dataFolder, passwordFile]) giveToOwner(path);
  runPostgresProgram(here, join(programs, "initdb"), [
    ...["-D", dataFolder, "-U", "cuplaj", "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
    ...["-E", "UTF8", "--locale=C"],
  ]);
  rmSync(passwordFile);
  return { home, dataDir, dataFolder, password };
}

export interface PostgresProcess {
  start(): Promise<void>;
  ended(): Promise<void>;
  /** Ends PostgreSQL at once, as a crash does. */
  end(): Promise<void>;
}

export function postgresProcess(
  programs: string,
  run: { readonly dataFolder: string; readonly settings: readonly string[]; readonly machine?: Machine },
): PostgresProcess {
  let child: ChildProcess | null = null;
  const kill = (): void => void child?.kill("SIGQUIT");
  process.once("exit", kill);
  const settings = ["unix_socket_directories=", ...run.settings].flatMap((setting) => ["-c", setting]);
  const ended = (): Promise<void> =>
    until(() => child === null || child.exitCode !== null || child.signalCode !== null, 20_000, "PostgreSQL to end");
  return {
    ended,
    async start() {
      const [file, words] = asOwner(run.machine ?? here, join(programs, "postgres"), [
        "-D",
        run.dataFolder,
        ...settings,
      ]);
      const started = spawn(file, words, { ...surroundings, stdio: ["ignore", "ignore", "pipe"] });
      child = started;
      let said = "";
      started.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-8000)));
      await until(
        () => / ready to accept .*connections/u.test(said) || started.exitCode !== null,
        20_000,
        "PostgreSQL",
      );
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`);
    },
    async end() {
      process.off("exit", kill);
      kill();
      await ended();
    },
  };
}

const surroundings = { cwd: "/", env: { PATH: "/usr/sbin:/usr/bin:/bin", LC_ALL: "C" } };

export function runPostgresProgram(machine: Machine, program: string, words: readonly string[]): void {
  execFileSync(...asOwner(machine, program, words), { ...surroundings, stdio: ["ignore", "ignore", "pipe"] });
}

const asOwner = (machine: Machine, program: string, words: readonly string[]): readonly [string, readonly string[]] => {
  const owner = ordinaryUser();
  return owner === null
    ? machine.command(program, words)
    : machine.command("setpriv", [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", program, ...words]);
};

export function giveToOwner(path: string): void {
  const owner = ordinaryUser();
  if (owner !== null) chownSync(path, owner.uid, owner.gid);
}

/** PostgreSQL refuses to run as root; null if we are not. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return found === undefined ? null : { uid: Number(found[2]), gid: Number(found[3]) };
}
