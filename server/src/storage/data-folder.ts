import { accessSync, chmodSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getSystemErrorMessage } from "node:util";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** `DATA_DIR`, held by this process alone until `release` or its death. */
export interface DataFolder {
  readonly path: string;
  /** Lets others have it; harmless when done twice. */
  release(): void;
}

/** What holding the folder came to. */
export type HeldDataFolder = { readonly kind: "held"; readonly folder: DataFolder } | { readonly kind: "in-use" };

/** The last byte of every code of SQLite that means "somebody else has it". */
const sqliteBusy = 5;

/**
 * Makes the folder where it is missing and locks it (RUN-4). The lock is the operating system's on a file, so it ends
 * with the process, however that dies, and no stale file is ever in the way. Node offers such a lock only through its
 * SQLite, which is why the file is an (always empty) SQLite database.
 */
export function holdDataFolder(path: string): HeldDataFolder {
  try {
    return lock(path);
  } catch (error) {
    throw new StartupProblem(
      `DATA_DIR ${path} cannot be written (${plainReason(error, path)}): give a folder this user may write.`,
    );
  }
}

function lock(path: string): HeldDataFolder {
  if (!existsSync(path)) {
    makeFolder(path);
    // Root's PostgreSQL runs as another account, which must get through to its own folder but see nothing else.
    chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  const lockFile = join(path, "lock");
  const file = new DatabaseSync(lockFile);
  // Who may not open it cannot keep us from locking it.
  chmodSync(lockFile, 0o600);
  try {
    file.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file.close();
    if (error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === sqliteBusy)
      return { kind: "in-use" };
    throw error;
  }
  return { kind: "held", folder: { path, release: () => (file.isOpen ? file.close() : undefined) } };
}

/** In the operating system's words: SQLite keeps to itself why a file cannot be opened, so the system is asked again. */
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
