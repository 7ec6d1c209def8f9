import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getSystemErrorMessage } from "node:util";
import type { Log } from "../kernel/log.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** `DATA_DIR`, held by this process alone until `release` or its death. */
export interface DataFolder {
  /** Lets others have it; harmless when done twice. */
  release(): void;
}

/** The last byte of every code of SQLite that means "another process has it". */
const sqliteBusy = 5;

/**
 * Makes the folder where it is missing and locks it (RUN-4); null where another process holds it. The lock is the operating system's
 * on a file, so it ends with the process, however that dies, and no stale file is ever in the way. Node offers such a lock only
 * through its SQLite, which is why the file is an (always empty) SQLite database.
 */
export function holdDataFolder(path: string): DataFolder | null {
  try {
    return lock(path);
  } catch (error) {
    throw new StartupProblem(
      `DATA_DIR ${path} cannot be written (${plainReason(error, path)}): give a folder this user may write.`,
    );
  }
}

function lock(path: string): DataFolder | null {
  if (!existsSync(path)) {
    makeFolder(path);
    chmodSync(path, folderMode());
  }
  const lockFile = join(path, "lock");
  const file = new DatabaseSync(lockFile);
  // Who may not open it cannot keep us from locking it.
  chmodSync(lockFile, 0o600);
  try {
    file.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file.close();
    if (error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === sqliteBusy) return null;
    throw error;
  }
  return { release: () => (file.isOpen ? file.close() : undefined) };
}

/** Root's PostgreSQL runs as another account, which must get through to its own folder but see nothing else. */
export const folderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** RUN-7c: what root made in another account's folder, that account could not write any more. */
export function refuseRootBeside(path: string): void {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new StartupProblem(
    `DATA_DIR ${path} belongs to another account: run this as it does (runuser -u ${nameOfAccount(owner)} -- ...).`,
  );
}

function nameOfAccount(uid: number): string {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.find((line) => line.split(":")[2] === String(uid))?.split(":")[0] ?? `#${uid}`;
}

/** In the operating system's words: SQLite does not say why a file cannot be opened, so the system is asked again. */
function plainReason(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  if ("errno" in error && typeof error.errno === "number") return getSystemErrorMessage(error.errno);
  const lockFile = join(path, "lock");
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    if (existsSync(lockFile)) accessSync(lockFile, constants.R_OK | constants.W_OK);
  } catch (cause) {
    return plainReason(cause, path);
  }
  return error.message;
}

/** With its parents. Node's `recursive` never returns where an existing parent answers ENOENT, as `/proc` does. */
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another start may have made it in between.
    if (reasonOf(error) !== "EEXIST") throw error;
  }
}

/** Where a restore unpacks in `DATA_DIR`; while it is there, what lies beside it may be half of one. */
export const unfinishedRestore = "restoring";

/** What a server stores in `DATA_DIR`; a folder that holds anything else is used for more than that. */
const ownNames =
  /^(?:files|work|backups|lock(?:-journal)?|postgres\.secret|(?:postgres|postgres-password|postgres-superuser-password|demo-passwords)(?:\.new)?)$/u;
const secretNames = /-passwords?(?:\.new)?$/u;

/**
 * Closes what is ours in a `DATA_DIR` that was made by hand or copied and may be open to others; the log names the rest. Bits are only
 * taken away.
 */
export function tightenDataFolder(dataDir: string, log: Pick<Log, "warn">): void {
  const names = readdirSync(dataDir);
  const warn = (path: string, reason: string): void =>
    log.warn({ path, reason }, "others may get at this part of DATA_DIR: take their rights away");
  for (const name of names.filter((each) => secretNames.test(each) && ownNames.test(each))) {
    tighten(join(dataDir, name), 0o600, warn);
  }
  if (names.includes("postgres")) tighten(join(dataDir, "postgres"), 0o700, warn);
  if (names.every((name) => ownNames.test(name))) tighten(dataDir, folderMode(), warn);
  else if ((statSync(dataDir).mode & 0o022) !== 0) warn(dataDir, "it holds other things too, so it stays as it is");
}

function tighten(path: string, allowed: number, warn: (path: string, reason: string) => void): void {
  const { mode } = statSync(path);
  // Windows has no such rights.
  if (process.platform === "win32" || (mode & 0o777 & ~allowed) === 0) return;
  // The sticky bit marks a folder for everybody, such as /tmp.
  if ((mode & 0o1000) !== 0) return warn(path, "it is everybody's");
  try {
    chmodSync(path, mode & allowed);
  } catch (error) {
    warn(path, reasonOf(error));
  }
}
