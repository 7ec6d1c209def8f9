import { Type, type Static } from "typebox";
import { Check } from "typebox/schema";

/** A backup's first entry. */
export type BackupHeader = Static<typeof BackupHeader>;

/** The entry for the files of a storage outside `DATA_DIR`. */
export const elsewhereName = (storageId: string): string => `storage-${storageId}`;

const BackupHeader = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  /** `own`: the data folder of our own PostgreSQL. `logical`: the rows of any PostgreSQL. */
  database: Type.Union([Type.Literal("own"), Type.Literal("logical")]),
  postgres: Type.Integer(),
  /** Time (ISO 8601) up to which everything stored is included. */
  begunAt: Type.String(),
  /** Files of messages outside `DATA_DIR`: the entry that holds them, and the folder that they came from. */
  elsewhere: Type.Array(
    Type.Object({ name: Type.String({ pattern: "^storage-[0-9a-f-]{36}$" }), folder: Type.String() }),
  ),
  /** Sentences about what the backup lacks. */
  without: Type.Array(Type.String()),
});

export const headerName = "backup.json";
/** The last entry, in the format of `sha256sum -c`. A backup without it is incomplete. */
export const checksumsName = "checksums.sha256";
export const [clusterName, tablesName, contentsName] = ["postgres", "tables", "tables.json"];

/** Parses the header; null if invalid. */
export function readHeader(text: string): BackupHeader | null {
  try {
    const found: unknown = JSON.parse(text);
    return Check(BackupHeader, found) ? found : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const checksumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

/** Whether a name stays within its target folder. */
export const isInside = (name: string): boolean =>
  name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
