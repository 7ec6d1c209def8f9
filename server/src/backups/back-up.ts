import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { StartupProblem, reasonOf } from "../kernel/startup-problem.ts";
import { type ArchiveWriter, writeArchive } from "./archive-writer.ts";
import { type BackupHeader, dumpName, headerName } from "./backup-format.ts";
import { addFolder, bytesOf, type FolderSource } from "./folder-entries.ts";
import { sayProgress } from "./progress.ts";

/** A database that can be copied while in use. */
export interface CopiedDatabase {
  readonly kind: BackupHeader["database"];
  readonly major: number;
  bytes(): Promise<number>;
  /** Adds the database to a backup, as of some moment before this resolves. */
  copy(archive: ArchiveWriter, unfinishedDump: string): Promise<void>;
}

interface StoredFiles {
  /** Names of folders in `DATA_DIR`. */
  readonly inside: readonly string[];
  readonly elsewhere: BackupHeader["elsewhere"];
  /** Names of places that this backup does not cover, for people to read. */
  readonly outOfReach: readonly string[];
}

export interface BackUpParts {
  readonly dataDir: string;
  readonly database: CopiedDatabase;
  /** Null to leave out messages' files. */
  readonly findFiles: (() => Promise<StoredFiles>) | null;
  readonly version: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Aborts the backup with its reason; null if nobody can abort it. */
  readonly stop: AbortSignal | null;
}

export interface BackupEnd {
  /** Everything confirmed up to this time is included; ISO 8601. */
  readonly begunAt: string;
  readonly bytes: number;
  readonly without: readonly string[];
}

/** Secrets in `DATA_DIR`; secrets in settings are for the operator to keep. */
const secretNames = ["postgres-password", "postgres-superuser-password", "demo-passwords"];

/** Writes the database, the files it names and the secrets of `DATA_DIR` into one file while a server runs (KEEP-1). */
export async function backUp(parts: BackUpParts, file: string): Promise<BackupEnd> {
  const { dataDir, database, findFiles, clock, say, stop } = parts;
  const files = findFiles === null ? null : await findFiles();
  const header: BackupHeader = {
    ...{ format: 1, version: parts.version, database: database.kind, postgres: database.major },
    begunAt: isoTime(clock.now()),
    elsewhere: files?.elsewhere ?? [],
    without: sentencesOf(files),
  };
  const folders = [
    ...(files?.inside ?? []).map((name) => filesSource(join(dataDir, name), name)),
    ...header.elsewhere.map(({ name, folder }) => filesSource(folder, name)),
  ];
  let bytesTotal = await database.bytes();
  for (const folder of folders) bytesTotal += await bytesOf(folder);
  const write = async (archive: ArchiveWriter): Promise<void> => {
    await archive.addBytes(headerName, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
    for (const name of secretNames.filter((each) => existsSync(join(dataDir, each))))
      await archive.addFile(name, join(dataDir, name));
    await database.copy(archive, `${file}.dump`);
    // Copied after the database, so that all files it names are included; files never change.
    for (const folder of folders) await addFolder(archive, folder);
    const after = findFiles === null ? null : await findFiles();
    if (JSON.stringify(after) !== JSON.stringify(files))
      throw new StartupProblem("The files of messages were moved meanwhile: make the backup again.");
  };
  await guarded(file, async () => {
    const progress = sayProgress("Copied", bytesTotal, { clock, say });
    await writeArchive(file, write, (bytes) => {
      stop?.throwIfAborted();
      progress(bytes);
    });
  });
  return { begunAt: header.begunAt, bytes: (await stat(file)).size, without: header.without };
}

const filesSource = (path: string, name: string): FolderSource => ({
  path,
  name,
  isWanted: (path) => path !== "work",
});

function sentencesOf(files: StoredFiles | null): string[] {
  if (files === null) return ["The files of messages are not in it: they stay where they are."];
  return files.outOfReach.map((url) => `The files in ${url} are not in it: keep a copy of those too.`);
}

async function guarded(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new StartupProblem(`The backup ${file} cannot be written (${reasonOf(error)}): nothing is left of it.`);
    throw error;
  }
}

export const addDump = (archive: ArchiveWriter, dump: string): Promise<void> => archive.addFile(dumpName, dump);
