import type pg from "pg";
import { actorValues, operator } from "../kernel/actor.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { eraseLikes, eraseNames, eraseTexts, eraseUploads } from "./erasing.pg.ts";
import { type PersonTable, personTables } from "./person-tables.ts";
import type { DataPerson, DataRow, EraseStore, PersonalDataStore, SentFile } from "./store.ts";

const selectPerson = "select id, username from participants where lower(username) = lower($1) and erased_at is null";
const selectFiles = `select id, storage_id as "storageId", name from files where uploader_id = $1 order by created_at, id`;

// Each time the room is asked anew, so that whoever was interrupted goes on.
const selectRooms = `
  select room_id as id from (
    select room_id from messages where author_id = $1 and deleted_at is null
    union select room_id from actions where participant_id = $1 and action_id = 2 and not is_deleted
    union select room_id from memberships where participant_id = $1
    union select id from rooms where holder_id = $1
  ) theirs order by room_id`;

const finish = `
  update participants set username = 'erased ' || id, erased_at = now() where id = $1 and erased_at is null returning id`;

export function createPersonalDataStore(pool: pg.Pool): PersonalDataStore & EraseStore {
  return {
    async find(username) {
      return (await pool.query<DataPerson>(selectPerson, [username])).rows[0] ?? null;
    },
    readAll: (personId, take) =>
      inTransaction(pool, async (client) => {
        await client.query("set transaction isolation level repeatable read read only");
        for (const [name, table] of Object.entries(personTables))
          take(name, await readTable(client, name, table, personId));
        return (await client.query<SentFile>(selectFiles, [personId])).rows;
      }),
    noteExport: (personId) => note(pool, "exported", personId),
    eraseNames: (personId, name) => inTransaction(pool, (client) => eraseNames(client, personId, name)),
    async listRooms(personId) {
      return (await pool.query<{ id: number }>(selectRooms, [personId])).rows.map(({ id }) => id);
    },
    async eraseInRoom(personId, roomId) {
      // First, since nothing of theirs comes into the room after it; ACT-2e: ends their take-over as well.
      await pool.query("select leave_room($1, $2, now(), null, false)", [roomId, personId]);
      return await inTransaction(
        pool,
        async (client) => (await eraseTexts(client, personId, roomId)) || (await eraseLikes(client, personId, roomId)),
      );
    },
    eraseUploads: (personId) => inTransaction(pool, (client) => eraseUploads(client, personId)),
    async finish(personId) {
      await inTransaction(pool, async (client) => {
        if ((await client.query(finish, [personId])).rowCount === 1) await note(client, "erased", personId);
      });
      // The planner's samples have values of rows that are gone.
      await pool.query(
        "analyze participants, tokens, push_subscriptions, actions, audit, invitations, second_factors, recovery_codes",
      );
    },
  };
}

/** Rows in the order in which they were stored. */
async function readTable(
  client: StatementPool,
  name: string,
  { where, without = [], others = [] }: PersonTable,
  personId: number,
): Promise<readonly DataRow[]> {
  const left = others.map(
    (each) => ` - case when ${each.where} then array['${each.columns.join("','")}'] else '{}' end`,
  );
  const { rows } = await client.query<{ row: DataRow }>(
    `select to_jsonb(t) - $2::text[]${left.join("")} as row from ${name} t where ${where} order by t.ctid`,
    [personId, without],
  );
  return rows.map(({ row }) => row);
}

async function note(client: StatementPool, change: "exported" | "erased", personId: number): Promise<void> {
  await client.query("select note_account_change($1, $2, null, $3, $4, $5)", [
    change,
    personId,
    ...actorValues(operator),
  ]);
}
