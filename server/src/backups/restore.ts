import { createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../kernel/clock.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { folderMode, holdDataFolder, unfinishedRestore } from "../storage/data-folder.ts";
import { readArchive } from "./archive-reader.ts";
import type { BackupHeader } from "./backup-format.ts";
import { moveOutElsewhere, pathElsewhere, prepareElsewhere, removeElsewhere } from "./restore-elsewhere.ts";
import { sayProgress } from "./progress.ts";
import { syncPath } from "../kernel/sync-path.ts";

/** An unpacked and verified backup. */
export interface Unpacked {
  readonly folder: string;
  readonly header: BackupHeader;
}

interface RestoreParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly freeBytesOf: (folder: string) => Promise<number>;
  /** Throws if this installation cannot accept the backup. */
  readonly checkHeader: (header: BackupHeader) => Promise<void>;
  /** Starts its database once and settles the restored data; returns how many files of messages are missing. */
  readonly bringUp: (unpacked: Unpacked) => Promise<number>;
}

export interface RestoreEnd {
  readonly header: BackupHeader;
  /** Files of messages that the backup lacks. */
  readonly filesMissing: number;
}

/** Bytes left free for other uses of the disk, and for the database's first start. */
const reserveBytes = 256 * 1024 * 1024;

/** Names that an empty folder may contain: the lock, leftovers of an interrupted restore, and what a new disk has. */
const notContent = ["lock", "lock-journal", unfinishedRestore, "lost+found"];

/** Unpacks, verifies and starts a backup in another folder before moving it in, so that a damaged one changes nothing (KEEP-2). */
export async function restore(parts: RestoreParts, file: string): Promise<RestoreEnd> {
  const { dataDir } = parts;
  const bytesTotal = await sizeOf(file);
  await refuseTarget(dataDir);
  const held = holdDataFolder(dataDir);
  if (held === null) throw inUse(dataDir);
  const folder = join(dataDir, unfinishedRestore);
  try {
    const end = await prepare(parts, { file, folder, bytesTotal });
    await moveOutElsewhere(end.header);
    await moveOut(folder, dataDir);
    return end;
  } finally {
    held.release();
  }
}

/** Everything except the move; a failure leaves the folder as empty as before. */
async function prepare(
  parts: RestoreParts,
  from: { readonly file: string; readonly folder: string; readonly bytesTotal: number },
): Promise<RestoreEnd> {
  const { folder } = from;
  let known: BackupHeader | null = null;
  const checkHeader = async (header: BackupHeader): Promise<void> => {
    await parts.checkHeader(header);
    await prepareElsewhere(header);
    known = header;
  };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: folderMode() });
    const header = await unpack({ ...parts, checkHeader }, from);
    return { header, filesMissing: await parts.bringUp({ folder, header }) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (known !== null) await removeElsewhere(known);
    if (error instanceof Error && "syscall" in error)
      throw new StartupProblem(`${parts.dataDir} cannot be written (${reasonOf(error)}): nothing was restored.`);
    throw error;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read (${reasonOf(error)}).`);
  }
}

async function refuseTarget(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const { uid } = statSync(dataDir);
  if (process.getuid?.() === 0 && uid !== 0)
    throw new StartupProblem(
      `DATA_DIR ${dataDir} belongs to another user (${uid}), who could not use what root restores there: run this as that user.`,
    );
  const names = await readdir(dataDir).catch((error: unknown) => {
    throw new StartupProblem(`DATA_DIR ${dataDir} cannot be read (${reasonOf(error)}).`);
  });
  if (names.every((name) => notContent.includes(name))) return;
  const held = names.includes("lock") ? holdDataFolder(dataDir) : undefined;
  held?.release();
  if (held === null) throw inUse(dataDir);
  throw new StartupProblem(`DATA_DIR ${dataDir} is not empty: give an empty folder, or move what is in it away first.`);
}

const inUse = (dataDir: string): StartupProblem =>
  new StartupProblem(`DATA_DIR ${dataDir} is in use by a running Cuplaj: stop it, and give an empty folder.`);

async function unpack(
  { clock, say, checkHeader, freeBytesOf }: RestoreParts,
  { file, folder, bytesTotal }: { readonly file: string; readonly folder: string; readonly bytesTotal: number },
): Promise<BackupHeader> {
  const made = [folder];
  let pathOf = (name: string): string => join(folder, name);
  const target = {
    async onHeader(header: BackupHeader) {
      await checkHeader(header);
      pathOf = (name) => pathElsewhere(header, name) ?? join(folder, name);
    },
    async onFolder(name: string) {
      const path = pathOf(name);
      await mkdir(path, { recursive: true, mode: 0o700 });
      made.push(path);
    },
    async onFile(name: string, bytes: AsyncIterable<Uint8Array>, size: number) {
      // KEEP-2a: A small file may unpack to any size, and each entry announces its size before its first byte.
      const path = pathOf(name);
      if (size + reserveBytes > (await freeBytesOf(dirname(path))))
        throw new StartupProblem(
          `The disk of ${dirname(path)} has no room for ${name} of the backup (${size} bytes): nothing was restored.`,
        );
      await pipeline(
        Readable.from(bytes, { objectMode: false }),
        createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
      );
    },
  };
  const header = await readArchive(file, target, sayProgress("Read", bytesTotal, { clock, say }));
  for (const path of made) await syncPath(path);
  return header;
}

/** Removes the folder last, since servers refuse to start while it exists. */
async function moveOut(folder: string, dataDir: string): Promise<void> {
  for (const name of await readdir(folder)) await rename(join(folder, name), join(dataDir, name));
  await syncPath(dataDir);
  await rmdir(folder);
  await syncPath(dataDir);
}
