import type { StatementPool } from "../storage/named-statement.ts";
import type { NamedFiles } from "./message-files.ts";

interface FileRow {
  readonly id: string;
  readonly storageId: string;
}

/** Whether a row of `files` belongs to a message. */
export const isPublished = "exists (select from messages where file_id = files.id)";
const listedAtOnce = 10_000;

export async function listNamedFiles(database: StatementPool): Promise<NamedFiles> {
  const found = new Map<string, Set<string>>();
  for (let last: string | undefined = "00000000-0000-0000-0000-000000000000"; last !== undefined;) {
    const { rows }: { rows: FileRow[] } = await database.query<FileRow>(
      `select id, storage_id as "storageId" from files where id > $1 and ${isPublished} order by id limit $2`,
      [last, listedAtOnce],
    );
    for (const { id, storageId } of rows) found.set(storageId, (found.get(storageId) ?? new Set()).add(id));
    last = rows.at(-1)?.id;
  }
  return found;
}

export async function storagesOf(
  database: StatementPool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<FileRow>(
    `select id, storage_id as "storageId" from files where id = any($1) and ${isPublished}`,
    [ids],
  );
  return new Map(rows.map(({ id, storageId }) => [id, storageId]));
}

export async function hasFiles(database: StatementPool, storageId: string): Promise<boolean> {
  const { rowCount } = await database.query(`select from files where storage_id = $1 and ${isPublished} limit 1`, [
    storageId,
  ]);
  return rowCount === 1;
}
