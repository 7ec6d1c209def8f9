import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isoTime } from "../kernel/clock.ts";
import { StartupProblem, reasonOf } from "../kernel/startup-problem.ts";
import { type ArchiveWriter, writeArchive } from "./archive-writer.ts";
import { type BackupHeader, headerName } from "./backup-format.ts";
import { addFolder, bytesOf, type FolderSource } from "./folder-entries.ts";
import { type ProgressPorts, sayProgress } from "./progress.ts";

export interface AskedBackup {
  readonly file: string;
  readonly isLogical: boolean;
  /** age recipients; empty for an unencrypted backup. */
  readonly recipients: readonly string[];
}

/** A database that can be copied while it is in use. */
export interface CopiedDatabase {
  readonly kind: BackupHeader["database"];
  readonly major: number;
  bytes(): Promise<number>;
  /** Adds the database to a backup, as of some moment before this resolves. */
  copy(archive: ArchiveWriter): Promise<void>;
}

interface StoredFiles {
  /** Names of folders in `DATA_DIR`. */
  readonly inside: readonly string[];
  readonly elsewhere: BackupHeader["elsewhere"];
  /** Names of locations that this backup does not cover, for display. */
  readonly outOfReach: readonly string[];
}

export interface BackUpParts {
  readonly dataDir: string;
  readonly database: CopiedDatabase;
  /** Null to omit the messages' files. */
  readonly findFiles: (() => Promise<StoredFiles>) | null;
  readonly version: string;
  /** The age recipients who can read the backup; empty to leave it unencrypted. */
  readonly recipients: readonly string[];
  readonly progress: ProgressPorts;
  /** Aborts the backup with its reason; null if nobody can abort it. */
  readonly stop: AbortSignal | null;
}

export interface BackupEnd {
  /** Time (ISO 8601) up to which everything confirmed is included. */
  readonly begunAt: string;
  readonly bytes: number;
  readonly without: readonly string[];
}

/** Files in `DATA_DIR` with the secrets of our PostgreSQL. Operators back up the secrets in settings themselves. */
const clusterSecrets = ["postgres-password", "postgres-superuser-password"];
const secretNames = { own: [...clusterSecrets, "demo-passwords"], logical: ["demo-passwords"] };

/** Writes the database, the files it names and the secrets of `DATA_DIR` into one file while a server runs (KEEP-1). */
export async function backUp(parts: BackUpParts, file: string): Promise<BackupEnd> {
  const { dataDir, database, findFiles, recipients, stop } = parts;
  const files = findFiles === null ? null : await findFiles();
  const header: BackupHeader = {
    ...{ format: 1, version: parts.version, database: database.kind, postgres: database.major },
    begunAt: isoTime(parts.progress.clock.now()),
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
    for (const name of secretNames[database.kind].filter((each) => existsSync(join(dataDir, each))))
      await archive.addFile(name, join(dataDir, name));
    await database.copy(archive);
    // Copied after the database, so that all files it names are included; files never change.
    for (const folder of folders) await addFolder(archive, folder);
    const after = findFiles === null ? null : await findFiles();
    if (JSON.stringify(after) !== JSON.stringify(files))
      throw new StartupProblem("The files of messages were moved in the meantime: run the backup again.");
  };
  await guarded(file, async () => {
    const progress = sayProgress("Copied", bytesTotal, parts.progress);
    await writeArchive({ file, recipients }, write, (bytes) => {
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
  if (files === null) return ["The backup does not contain the files of messages: they stay where they are."];
  return files.outOfReach.map((url) => `The backup does not contain the files in ${url}: back them up too.`);
}

async function guarded(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new StartupProblem(`The backup ${file} cannot be written (${reasonOf(error)}): no partial file remains.`);
    throw error;
  }
}
