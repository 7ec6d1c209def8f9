import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { StartupProblem, reasonOf } from "../kernel/startup-problem.ts";
import { type ArchiveWriter, writeArchive } from "./archive-writer.ts";
import { type BackupHeader, dumpName, headerName } from "./backup-format.ts";
import { addFolder, bytesOf, type FolderSource } from "./folder-entries.ts";
import { sayProgress } from "./progress.ts";

/** A database that can be copied while it is used. */
export interface CopiedDatabase {
  readonly kind: BackupHeader["database"];
  /** Major version of its PostgreSQL. */
  readonly major: number;
  bytes(): Promise<number>;
  /** Adds it to a backup, as it is at some moment before this ends. */
  copy(archive: ArchiveWriter, unfinishedDump: string): Promise<void>;
}

/** Where files of messages lie, by the rows of the database. */
interface StoredFiles {
  /** Names of folders in `DATA_DIR`. */
  readonly inside: readonly string[];
  /** Places that no backup reaches, for people. */
  readonly elsewhere: readonly string[];
}

export interface BackUpParts {
  readonly dataDir: string;
  readonly database: CopiedDatabase;
  /** Null where the files of messages stay away. */
  readonly findFiles: (() => Promise<StoredFiles>) | null;
  readonly version: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Ends it by its reason; null where nobody does. */
  readonly stop: AbortSignal | null;
}

/** What came of a backup. */
export interface BackupEnd {
  /** The moment up to which all that was answered is in it, ISO 8601. */
  readonly begunAt: string;
  readonly bytes: number;
  readonly without: readonly string[];
}

/** Secrets of `DATA_DIR`; those of settings are the operator's. */
const secretNames = ["postgres-password", "postgres-superuser-password", "demo-passwords"];

/** Writes the database, the files that it names and the secrets of `DATA_DIR` into one file, while a server goes on (KEEP-1). */
export async function backUp(parts: BackUpParts, file: string): Promise<BackupEnd> {
  const { dataDir, database, findFiles, clock, say, stop } = parts;
  const files = findFiles === null ? null : await findFiles();
  const header: BackupHeader = {
    ...{ format: 1, version: parts.version, database: database.kind, postgres: database.major },
    begunAt: isoTime(clock.now()),
    without: sentencesOf(files),
  };
  const folders = (files?.inside ?? []).map((name) => filesSource(dataDir, name));
  let bytesTotal = await database.bytes();
  for (const folder of folders) bytesTotal += await bytesOf(folder);
  const write = async (archive: ArchiveWriter): Promise<void> => {
    await archive.addBytes(headerName, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
    for (const name of secretNames.filter((each) => existsSync(join(dataDir, each))))
      await archive.addFile(name, join(dataDir, name));
    await database.copy(archive, `${file}.dump`);
    // Behind the database, so that all files that it names are there; they never change.
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

const filesSource = (dataDir: string, name: string): FolderSource => ({
  path: join(dataDir, name),
  name,
  isWanted: (path) => path !== "work",
});

function sentencesOf(files: StoredFiles | null): string[] {
  if (files === null) return ["The files of messages are not in it: they stay where they are."];
  return files.elsewhere.map((url) => `The files in ${url} are not in it: keep a copy of those too.`);
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

/** The database of `DATABASE_URL`, by a dump beside the backup that is gone with its end. */
export const addDump = (archive: ArchiveWriter, dump: string): Promise<void> => archive.addFile(dumpName, dump);
