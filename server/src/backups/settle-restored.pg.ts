import { randomUUID } from "node:crypto";
import pg from "pg";
import { isPublished } from "./message-files.pg.ts";
import { countRows, listTables } from "./read-rows.pg.ts";
import type { RestoredDatabase } from "./settle-files.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { replaceSetting } from "../storage/stored-setting.ts";
import { connectionSettings, type DatabaseAddress } from "../storage/database.ts";

export async function settleRestored<T>(
  at: DatabaseAddress | string,
  settle: (database: RestoredDatabase, pool: StatementPool) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(at));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const database: RestoredDatabase = {
      renewEpoch: () => replaceSetting(client, "epoch", randomUUID()),
      async countAll() {
        const tables = await listTables(client);
        let rows = 0;
        for (const table of tables) rows += await countRows(client, table);
        return { tables: tables.length, rows };
      },
      listStorages: async () => (await client.query<{ id: string; url: string }>("select id, url from storages")).rows,
      countFiles: async (id) => (await client.query<{ count: number }>(countFiles, [id])).rows[0]?.count ?? 0,
      async settleObjects(id, names) {
        await client.query(nameStrays, [id, names]);
        const ids = names.filter((name) => !name.includes("."));
        return (await client.query<{ count: number }>(countFound, [id, ids])).rows[0]?.count ?? 0;
      },
    };
    return await settle(database, client);
  } finally {
    await client.end();
  }
}

const countFiles = `select count(*) from files where storage_id = $1 and ${isPublished}`;

const countFound = `select count(*) from files where storage_id = $1 and id = any($2::uuid[]) and ${isPublished}`;

const nameStrays = `insert into object_removals (storage_id, name)
  select $1, object from unnest($2::text[]) object
  where not exists (select from files where id = split_part(object, '.', 1)::uuid and storage_id = $1)
    and not exists (select from upload_parts where id = split_part(object, '.', 1)::uuid)
  on conflict do nothing`;
