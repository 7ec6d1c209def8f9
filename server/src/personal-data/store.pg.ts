import { likeAction } from "@cuplaj/protocol/action-ids.ts";
import type pg from "pg";
import { changeActions } from "../action-log/change-actions.ts";
import { removeWords } from "../edits/remove-words.ts";
import { removeFiles } from "../files/storage/remove-files.ts";
import { operator } from "../kernel/actor.ts";
import { noteAccountChange } from "../participants/note-account-change.ts";
import { removeMember } from "../rooms/remove-member.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { eraseNames } from "./erase-names.pg.ts";
import { type PersonTable, personTables } from "./person-tables.ts";
import type { DataPerson, DataRow, EraseStore, PersonalDataStore, SentFile } from "./store.ts";

const takenMax = 50;

const selectPerson = "select id, username from participants where lower(username) = lower($1) and erased_at is null";
const selectFiles = `select id, storage_id as "storageId", name from files where uploader_id = $1 order by created_at, id`;

/** REQ-1d: SQL: whether entry `e` holds a reason that person $1 wrote. */
const gaveReason = "e.participant_id = $1 and e.payload->'request'->>'reason' is not null";
const eraseReasons = `
  with erased as (
    update room_events e set payload = jsonb_set(payload, '{request,reason}', 'null') where room_id = $2 and kind = 'request' and ${gaveReason}
    returning seq
  )
  update requests set reason = null where id = (select request_id from rooms where id = $2)
    and exists (select from erased where seq = (select max(seq) from room_events where room_id = $2 and kind = 'request'))`;

// Finds only rooms that still have data of the person, so that an interrupted run can continue.
const selectRooms = `
  select room_id as id from (
    select room_id from messages where author_id = $1 and deleted_at is null
    union select room_id from actions where participant_id = $1 and action_id = 2 and not is_deleted
    union select room_id from memberships where participant_id = $1
    union select id from rooms where holder_id = $1
    union select r.id from rooms r join room_events e on e.room_id = r.id and e.kind = 'request' where r.request_id is not null and ${gaveReason}
  ) theirs order by room_id`;

const selectTexts = `
  select id from messages where room_id = $1 and author_id = $2 and deleted_at is null order by seq limit ${takenMax}`;
const selectLikes = `
  select message_seq as "messageSeq" from actions
  where room_id = $1 and participant_id = $2 and action_id = ${likeAction} and not is_deleted limit ${takenMax}`;

const selectUnsent = `
  select id from files f where uploader_id = $1 and not exists (select from messages where file_id = f.id)`;
const removeUploads = `
  with gone as (delete from uploads where uploader_id = $1 returning id, storage_id)
  insert into object_removals (storage_id, name)
  select gone.storage_id, p.id::text from gone join upload_parts p on p.upload_id = gone.id on conflict do nothing`;

// Joins lock the person too: the next statement sees earlier joins, and joins that are waiting find the person erased.
const lockPerson = "select from participants where id = $1 for update";
const finish = `
  with driven as (delete from cars where customer_id = $1)
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
    noteExport: (personId) => noteAccountChange(pool, operator, "exported", personId),
    eraseNames: (personId, name) => inTransaction(pool, (client) => eraseNames(client, personId, name)),
    async listRooms(personId) {
      return (await pool.query<{ id: number }>(selectRooms, [personId])).rows.map(({ id }) => id);
    },
    eraseInRoom: (personId, roomId) =>
      inTransaction(pool, async (client) => {
        // The member is removed first, so that they can add nothing afterwards. ACT-2e: this also ends their take-over.
        await removeMember(client, { roomId, participantId: personId, by: null, now: "now" });
        const texts = await client.query<{ id: number }>(selectTexts, [roomId, personId]);
        await removeWords(client, { roomId, messageIds: texts.rows.map(({ id }) => id), now: "now" });
        await client.query(eraseReasons, [personId, roomId]);
        const likes = await client.query<{ messageSeq: number }>(selectLikes, [roomId, personId]);
        const changes = likes.rows.map((like) => ({ ...like, participantId: personId, isGiven: false }));
        const taken = { roomId, by: personId, now: "now", changes, how: null, note: null };
        if (changes.length > 0) await changeActions(client, { ...taken, actionId: likeAction });
        return texts.rows.length + likes.rows.length > 0;
      }),
    eraseUploads: (personId) =>
      inTransaction(pool, async (client) => {
        const files = await client.query<{ id: string }>(selectUnsent, [personId]);
        await removeFiles(
          client,
          files.rows.map(({ id }) => id),
        );
        await client.query(removeUploads, [personId]);
      }),
    async finish(personId) {
      const isDone = await inTransaction(pool, async (client) => {
        await client.query(lockPerson, [personId]);
        if ((await client.query(selectRooms, [personId])).rowCount !== 0) return false;
        const isErased = (await client.query(finish, [personId])).rowCount === 1;
        if (isErased) await noteAccountChange(client, operator, "erased", personId);
        return true;
      });
      if (!isDone) return false;
      // The planner's statistics still contain values of deleted rows.
      await pool.query(
        "analyze participants, tokens, push_subscriptions, actions, audit, invitations, second_factors, recovery_codes, cars",
      );
      return true;
    },
  };
}

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
