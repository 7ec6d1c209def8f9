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
  const home = mkdtempSync(join(tmpdir(), "cuplaj-pg-"));
  chmodSync(home, 0o711);
  const owner = process.getuid?.() === 0 ? ordinaryUser() : {};
  const [dataFolder, dataDir] = [join(home, "cluster"), join(home, "data")];
  mkdirSync(dataFolder, { mode: 0o700 });
  mkdirSync(dataDir);
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined) {
    for (const path of [dataFolder, passwordFile]) chownSync(path, owner.uid, owner.gid ?? owner.uid);
  }
  const port = await freePort();
  const url = `postgresql://cuplaj:${password}@127.0.0.1:${port}/postgres`;
  const options = { ...owner, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } };
  execFileSync(
    join(programs, "initdb"),
    ["-D", dataFolder, "-U", "cuplaj", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--locale=C"],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  rmSync(passwordFile);
  writeFileSync(databaseUrlFile(dataDir), url, { mode: 0o600 });
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  let child: ChildProcess | null = null;
  const kill = (): void => void child?.kill("SIGQUIT");
  const ended = (): Promise<void> =>
    until(() => child === null || child.exitCode !== null || child.signalCode !== null, 20_000, "PostgreSQL to end");
  const start = async (): Promise<void> => {
    const started = spawn(
      join(programs, "postgres"),
      ["-D", dataFolder, ...settings.flatMap((setting) => ["-c", setting])],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
    child = started;
    let said = "";
    started.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-8000)));
    await until(
      () => said.includes("ready to accept connections") || started.exitCode !== null,
      20_000,
      "PostgreSQL to start",
    );
    if (started.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`);
  };
  process.once("exit", kill);
  await start();
  return {
    dataDir,
    url,
    dataFolder,
    start,
    ended,
    async dispose() {
      process.off("exit", kill);
      kill();
      await ended();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A user to run PostgreSQL, which refuses to run as root. */
function ordinaryUser(): { uid?: number; gid?: number } {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return found === undefined ? {} : { uid: Number(found[2]), gid: Number(found[3]) };
}
