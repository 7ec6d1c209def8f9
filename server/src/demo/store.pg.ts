import type pg from "pg";
import { isLockTimeout } from "../storage/database-away.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { readSetting } from "../storage/stored-setting.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { DemoAccount, DemoStore } from "./store.ts";

export function demoStorePg(pool: pg.Pool): DemoStore {
  return {
    isEmpty: () => isEmpty(pool),
    nameObjects: async (storageId, names) => void (await pool.query(nameObjects, [storageId, names])),
    writeIfEmpty: (passwords, objects, write) =>
      inTransaction(pool, async (client) => {
        await lockAccounts(client);
        if (!(await isEmpty(client))) return false;
        const { rowCount } = await client.query(takeObjects, [objects]);
        if (rowCount !== objects.length) throw new Error("a photo was swept while the demo was filled");
        await write(client);
        for (const statement of asIfNobodyKnew) await client.query(statement);
        // Recorded in the same transaction; otherwise a crash could leave a demo without this record.
        await client.query(storeFilled, [filledKey, passwords === "public" ? "yes" : "random", accountsKey]);
        return true;
      }),
    async filledWith() {
      const stored = await readSetting(pool, filledKey);
      if (stored === undefined) return null;
      return stored === "random" ? "random" : "public";
    },
    enabledAccounts: async () => (await pool.query<DemoAccount>(selectEnabled, [accountsKey])).rows,
  };
}

/** RUN-9: prevents everybody else from filling the demo or adding accounts until the commit. */
async function lockAccounts(client: StatementPool): Promise<void> {
  await client.query("savepoint unlocked");
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("lock table participants in share row exclusive mode");
      return;
    } catch (error) {
      // Another process may need longer than the lock timeout to fill the demo.
      if (!isLockTimeout(error) || tries === lockTriesMax) throw error;
      await client.query("rollback to savepoint unlocked");
    }
  }
}

async function isEmpty(pool: StatementPool): Promise<boolean> {
  const { rows } = await pool.query<{ is_empty: boolean }>(
    "select not exists (select from participants) and not exists (select from offers) as is_empty",
  );
  return rows[0]?.is_empty === true;
}

/** Each try takes two seconds. */
const lockTriesMax = 30;
const filledKey = "demo_filled";
const accountsKey = "demo_accounts";

const nameObjects = `
  insert into object_removals (storage_id, name, due_at)
  select $1, name, now() + interval '1 hour' from unnest($2::text[]) as name`;

const takeObjects = "delete from object_removals where name = any($1)";

/** Removes the webhooks of decisions, and rooms without messages, which the first join creates again. */
const asIfNobodyKnew = [
  "delete from webhook_deliveries",
  `with quiet as (delete from rooms where messages_total = 0 returning id)
   delete from room_events where room_id in (select id from quiet)`,
];

const storeFilled = `
  insert into settings (key, value)
  select $1, $2 union all select $3, json_agg(id)::text from participants
  on conflict (key) do update set value = excluded.value`;

const selectEnabled = `
  select id, username, name, kind, password_hash as "passwordHash" from participants
  where disabled_at is null and id in (select jsonb_array_elements(value::jsonb)::bigint from settings where key = $1)
  order by id`;
