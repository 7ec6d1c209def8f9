import { Type, type Static } from "typebox";
import { Check } from "typebox/schema";

/** What a backup says of itself, as its first entry. */
export type BackupHeader = Static<typeof BackupHeader>;

const BackupHeader = Type.Object({
  format: Type.Literal(1),
  /** The version of Cuplaj that made it. */
  version: Type.String(),
  /** `own`: the data folder of our own PostgreSQL. `dump`: what `pg_dump` wrote of that of `DATABASE_URL`. */
  database: Type.Union([Type.Literal("own"), Type.Literal("dump")]),
  /** Major version of that PostgreSQL. */
  postgres: Type.Integer(),
  /** The moment up to which all that was stored is in it, ISO 8601. */
  begunAt: Type.String(),
  /** Sentences about what is not in it. */
  without: Type.Array(Type.String()),
});

export const headerName = "backup.json";
/** The last entry, as `sha256sum -c` reads it: without it a backup is not whole. */
export const checksumsName = "checksums.sha256";
/** Where the database lies in a backup: a folder of this name, or a file. */
export const [clusterName, dumpName] = ["postgres", "database.dump"];

/** The header in an entry's text; null for what is none. */
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

/** Whether a name stays within the folder that it is written into. */
export const isInside = (name: string): boolean =>
  name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
