import { createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { shownBytes } from "../kernel/shown-bytes.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { folderMode, holdDataFolder, unfinishedRestore } from "../storage/data-folder.ts";
import { type ArchiveTarget, type BackupFile, readArchive } from "./archive-reader.ts";
import type { BackupHeader } from "./backup-format.ts";
import { bytesOf } from "./folder-entries.ts";
import { type ProgressPorts, sayProgress } from "./progress.ts";
import { moveOutElsewhere, notContent, pathElsewhere, prepareElsewhere, removeElsewhere } from "./restore-elsewhere.ts";
import { syncPath } from "../kernel/sync-path.ts";

/** An unpacked and verified backup. */
export interface Unpacked {
  readonly folder: string;
  readonly header: BackupHeader;
  /** Where an entry of the backup was unpacked. */
  readonly pathOf: (name: string) => string;
}

interface RestoreParts {
  readonly dataDir: string;
  readonly progress: ProgressPorts;
  readonly freeBytesOf: (folder: string) => Promise<number>;
  /** Throws if this installation cannot accept the backup. */
  readonly checkHeader: (header: BackupHeader) => Promise<void>;
  /** Starts the backup's database once and settles the restored data; returns how many files of messages are missing. */
  readonly bringUp: (unpacked: Unpacked) => Promise<number>;
  /** Whether to unpack everything into `DATA_DIR`, even files from elsewhere. */
  readonly isTrial: boolean;
}

export interface RestoreEnd {
  readonly header: BackupHeader;
  readonly filesMissing: number;
}

export interface VerifyEnd extends RestoreEnd {
  readonly tables: number;
  readonly rows: number;
}

/** Bytes left free for other uses of the disk, and for the database's first start. */
const reserveBytes = 256 * 1024 * 1024;

/** Room for the write-ahead log of a load, at its usual limit. */
export const loadingBytes = 1024 * 1024 * 1024;

/** KEEP-2a: refuses a folder of rows whose disk has no space to load them, with their indexes. */
export async function requireRoomToLoad(folder: string, freeBytesOf: RestoreParts["freeBytesOf"]): Promise<void> {
  const needed = 2 * (await bytesOf({ path: folder, name: "", isWanted: () => true })) + loadingBytes;
  const free = await freeBytesOf(dirname(folder));
  if (needed > free)
    throw new StartupProblem(
      `Loading the backup's rows needs ${shownBytes(needed)} of ${dirname(folder)}, where ${shownBytes(free)} are free.`,
    );
}

const lockNames = ["lock", "lock-journal"];

/** Unpacks, verifies and starts a backup in another folder before moving it in, so that a damaged one changes nothing (KEEP-2). */
export async function restore(parts: RestoreParts, from: BackupFile): Promise<RestoreEnd> {
  const { dataDir } = parts;
  const bytesTotal = await sizeOf(from.file);
  await refuseTarget(dataDir);
  const held = holdDataFolder(dataDir);
  if (held === null) throw inUse(dataDir);
  const folder = join(dataDir, unfinishedRestore);
  try {
    const end = await prepare(parts, { ...from, folder, bytesTotal });
    await moveOutElsewhere(outsideOf(parts, end.header));
    await moveOut(folder, dataDir);
    return end;
  } finally {
    held.release();
  }
}

interface Unpacking extends BackupFile {
  readonly folder: string;
  readonly bytesTotal: number;
}

/** Returns the folders outside `DATA_DIR` to restore files to. */
const outsideOf = ({ isTrial }: Pick<RestoreParts, "isTrial">, header: BackupHeader): Pick<BackupHeader, "elsewhere"> =>
  isTrial ? { elsewhere: [] } : header;

const endingOf = ({ isTrial }: Pick<RestoreParts, "isTrial">): ArchiveTarget["ending"] =>
  isTrial ? "." : ": nothing was restored.";

/** Does everything except the move; a failure leaves the folder as empty as before. */
async function prepare(parts: RestoreParts, from: Unpacking): Promise<RestoreEnd> {
  const { folder } = from;
  let known: BackupHeader | null = null;
  const checkHeader = async (header: BackupHeader): Promise<void> => {
    await parts.checkHeader(header);
    await prepareElsewhere(outsideOf(parts, header), parts.progress.say);
    known = header;
  };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: folderMode() });
    const unpacked = await unpack({ ...parts, checkHeader }, from);
    return { header: unpacked.header, filesMissing: await parts.bringUp(unpacked) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (known !== null) await removeElsewhere(outsideOf(parts, known));
    if (error instanceof Error && "syscall" in error)
      throw new StartupProblem(`${parts.dataDir} cannot be written (${reasonOf(error)})${endingOf(parts)}`);
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
      `DATA_DIR ${dataDir} belongs to another user (${uid}), who could not read files restored by root: run this as that user.`,
    );
  const names = await readdir(dataDir).catch((error: unknown) => {
    throw new StartupProblem(`DATA_DIR ${dataDir} cannot be read (${reasonOf(error)}).`);
  });
  if (names.every((name) => [...notContent, ...lockNames].includes(name))) return;
  const held = names.includes("lock") ? holdDataFolder(dataDir) : undefined;
  held?.release();
  if (held === null) throw inUse(dataDir);
  throw new StartupProblem(
    `DATA_DIR ${dataDir} is not empty: use an empty folder, or move its contents elsewhere first.`,
  );
}

const inUse = (dataDir: string): StartupProblem =>
  new StartupProblem(`DATA_DIR ${dataDir} is in use by a running Cuplaj: stop it, and use an empty folder.`);

async function unpack(
  { progress, checkHeader, freeBytesOf, isTrial }: RestoreParts,
  { folder, bytesTotal, ...from }: Unpacking,
): Promise<Unpacked> {
  const made = [folder];
  let pathOf = (name: string): string => join(folder, name);
  const ending = endingOf({ isTrial });
  const target: ArchiveTarget = {
    ending,
    async onHeader(header: BackupHeader) {
      await checkHeader(header);
      const outside = outsideOf({ isTrial }, header);
      pathOf = (name) => pathElsewhere(outside, name) ?? join(folder, name);
    },
    async onFolder(name: string) {
      const path = pathOf(name);
      await mkdir(path, { recursive: true, mode: 0o700 });
      made.push(path);
    },
    async onFile(name: string, bytes: AsyncIterable<Uint8Array>, size: number) {
      // KEEP-2a: a small file may unpack to any size, and each entry announces its size before its first byte.
      const path = pathOf(name);
      if (size + reserveBytes > (await freeBytesOf(dirname(path))))
        throw new StartupProblem(
          `The disk of ${dirname(path)} has no space for ${name} of the backup (${shownBytes(size)})${ending}`,
        );
      await pipeline(
        Readable.from(bytes, { objectMode: false }),
        createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
      );
    },
  };
  const header = await readArchive(from, target, sayProgress("Read", bytesTotal, progress));
  for (const path of made) await syncPath(path);
  return { folder, header, pathOf };
}

/** Moves the contents first and removes the folder last, since servers refuse to start while it exists. */
async function moveOut(folder: string, dataDir: string): Promise<void> {
  for (const name of await readdir(folder)) await rename(join(folder, name), join(dataDir, name));
  await syncPath(dataDir);
  await rmdir(folder);
  await syncPath(dataDir);
}
