import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isoTime } from "../kernel/clock.ts";
import { StartupProblem, reasonOf } from "../kernel/startup-problem.ts";
import { type ArchiveWriter, unreadable, writeArchive } from "./archive-writer.ts";
import { type BackupHeader, headerName } from "./backup-format.ts";
import { bytesOf } from "./folder-entries.ts";
import {
  addFiles,
  countLost,
  type MessageFiles,
  type NamedFiles,
  sourceOf,
  type StoredFiles,
} from "./message-files.ts";
import { type ProgressPorts, sayProgress } from "./progress.ts";
import { isDatabaseAway } from "../storage/database-away.ts";
import type { StatementPool } from "../storage/named-statement.ts";

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
  /** Adds the database to a backup, as of the moment at which it calls `onSnapshot`; with null, that moment is now. */
  copy(archive: ArchiveWriter, onSnapshot: (snapshot: StatementPool | null) => Promise<void>): Promise<void>;
}

export interface BackUpParts {
  readonly dataDir: string;
  readonly database: CopiedDatabase;
  /** Null to omit the messages' files. */
  readonly files: MessageFiles | null;
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
  const { dataDir, database, files, recipients, stop } = parts;
  const found = files === null ? noFiles : await files.find();
  const header: BackupHeader = {
    ...{ format: 1, version: parts.version, database: database.kind, postgres: database.major },
    begunAt: isoTime(parts.progress.clock.now()),
    elsewhere: found.elsewhere.map(({ name, folder }) => ({ name, folder })),
    without: files === null ? [withoutFiles] : sentencesOf(found),
  };
  const folders = [...found.inside, ...found.elsewhere];
  let bytesTotal = await database.bytes();
  for (const folder of folders) bytesTotal += await bytesOf(sourceOf(folder));
  const write = async (archive: ArchiveWriter): Promise<number> => {
    await archive.addBytes(headerName, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
    for (const name of secretNames[database.kind].filter((each) => existsSync(join(dataDir, each))))
      await archive.addFile(name, join(dataDir, name));
    let named: NamedFiles = new Map();
    await database.copy(archive, async (snapshot) => {
      if (files !== null) named = await files.list(snapshot);
    });
    // Copied after the database, so that all files it names are included; files never change.
    await addFiles(archive, folders, named);
    return files === null ? 0 : await countLost(files, found, named);
  };
  const lost = await guarded(async () => {
    const progress = sayProgress("Copied", bytesTotal, parts.progress);
    return await writeArchive({ file, recipients }, write, (bytes) => {
      stop?.throwIfAborted();
      progress(bytes);
    });
  });
  const gaps = lost === 0 ? [] : [`Message files that the storage lost, and the backup lacks: ${lost}.`];
  return { begunAt: header.begunAt, bytes: (await stat(file)).size, without: [...header.without, ...gaps] };
}

const noFiles: StoredFiles = { inside: [], elsewhere: [], outOfReach: [] };
const withoutFiles = "The backup does not contain the files of messages: they stay where they are.";

const sentencesOf = ({ outOfReach }: StoredFiles): string[] =>
  outOfReach.map(({ url }) => `The backup does not contain the files in ${url}: back them up too.`);

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfSystem = error instanceof Error && "syscall" in error;
    if (isOfSystem && "path" in error) unreadable(String(error.path))(error);
    // Without a path, a connection failed.
    if (!isOfSystem && !isDatabaseAway(error)) throw error;
    throw new StartupProblem(
      `The connection to the database was lost (${reasonOf(error)}): no partial file remains. Run the backup again.`,
    );
  }
}
