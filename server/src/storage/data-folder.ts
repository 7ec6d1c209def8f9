import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getSystemErrorMessage } from "node:util";
import type { Log } from "../kernel/log.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** `DATA_DIR`, locked by this process until `release` or its death. */
export interface DataFolder {
  /** Idempotent. */
  release(): void;
}

/** The low byte of SQLite's code for "locked by another process". */
const sqliteBusy = 5;

/**
 * Takes the lock on a folder; null if another process holds it (RUN-4). The file lock ends with the process. Node offers file locks only through
 * SQLite, so the lock is an empty database.
 */
export function holdDataFolder(path: string): DataFolder | null {
  try {
    return lock(path);
  } catch (error) {
    throw new StartupProblem(
      `DATA_DIR ${path} cannot be written (${plainReason(error, path)}): use a folder that this account can write to.`,
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
  // Accounts that cannot open the file cannot lock us out.
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

/** Permissions of the folder. Under root, PostgreSQL runs as another account, which must be able to traverse the folder but not list it. */
export const folderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** RUN-7c: refuses root, whose files in another account's folder would lock that account out. */
export function refuseRootBeside(path: string): void {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new StartupProblem(
    `DATA_DIR ${path} belongs to another account: run this as that account (runuser -u ${nameOfAccount(owner)} -- ...).`,
  );
}

function nameOfAccount(uid: number): string {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.find((line) => line.split(":")[2] === String(uid))?.split(":")[0] ?? `#${uid}`;
}

/** Returns the system's reason why a file cannot be opened, which SQLite does not report. */
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

/** Creates a folder and its parents. Node's `recursive` never returns if an existing parent reports ENOENT, as `/proc` does. */
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in between.
    if (reasonOf(error) !== "EEXIST") throw error;
  }
}

/** Folder in `DATA_DIR` in which a restore unpacks. While it exists, the files next to it may be incomplete. */
export const unfinishedRestore = "restoring";
/** Folder in `DATA_DIR` where `database upgrade` creates the next cluster. */
export const unfinishedUpgrade = "upgrading";
/** Folder in `DATA_DIR` where `backup verify` restores. */
export const verifiedBackup = "verifying";

/** Names that a server uses in `DATA_DIR`; any other name means that the folder has other uses too. */
const ownNames =
  /^(?:files|work|backups|upgrading|verifying|lock(?:-journal)?|postgres\.secret|postgres\.\d+|(?:postgres|postgres-password|postgres-superuser-password|demo-passwords)(?:\.new)?)$/u;
const secretNames = /-passwords?(?:\.new)?$/u;

/** Removes permissions that are too wide, and logs what it cannot restrict. */
export function tightenDataFolder(dataDir: string, log: Pick<Log, "warn">): void {
  const names = readdirSync(dataDir);
  const warn = (path: string, reason: string): void =>
    log.warn({ path, reason }, "others can access this part of DATA_DIR: remove their permissions");
  for (const name of names.filter((each) => secretNames.test(each) && ownNames.test(each))) {
    tighten(join(dataDir, name), 0o600, warn);
  }
  if (names.includes("postgres")) tighten(join(dataDir, "postgres"), 0o700, warn);
  if (names.every((name) => ownNames.test(name))) tighten(dataDir, folderMode(), warn);
  else if ((statSync(dataDir).mode & 0o022) !== 0) warn(dataDir, "it holds other files too, so its permissions stay");
}

function tighten(path: string, allowed: number, warn: (path: string, reason: string) => void): void {
  const { mode } = statSync(path);
  // Windows has no such permissions.
  if (process.platform === "win32" || (mode & 0o777 & ~allowed) === 0) return;
  // The sticky bit marks shared folders such as /tmp.
  if ((mode & 0o1000) !== 0) return warn(path, "it is a shared folder");
  try {
    chmodSync(path, mode & allowed);
  } catch (error) {
    warn(path, reasonOf(error));
  }
}
