import type pg from "pg";
import { inTransaction } from "../../storage/transaction.ts";
import type { StorageRow, StorageRows } from "./storages.ts";

export function createStorageRows(pool: pg.Pool): StorageRows {
  const one = async (condition: string, values: readonly unknown[]): Promise<StorageRow | null> =>
    (await pool.query<StorageRow>(`select id, url from storages where ${condition}`, [...values])).rows[0] ?? null;
  return {
    current: () => one("is_current", []),
    find: (id) => one("id = $1", [id]),
    list: async () => (await pool.query<StorageRow>("select id, url from storages order by created_at, id")).rows,
    addFirst: (url, identify) =>
      inTransaction(pool, async (client) => {
        await client.query("lock table storages in exclusive mode");
        const { rows } = await client.query<StorageRow>("select id, url from storages where is_current");
        if (rows[0] !== undefined) return rows[0];
        const id = await identify();
        await client.query("insert into storages (id, url, is_current) values ($1, $2, true)", [id, url]);
        return { id, url };
      }),
    makeCurrent: ({ id, url }) =>
      inTransaction(pool, async (client) => {
        await client.query("update storages set is_current = false where is_current and id <> $1", [id]);
        await client.query(
          `insert into storages (id, url, is_current) values ($1, $2, true)
          on conflict (id) do update set url = excluded.url, is_current = true`,
          [id, url],
        );
      }),
    moveTo: async ({ id, url }) => void (await pool.query("update storages set url = $2 where id = $1", [id, url])),
  };
}
