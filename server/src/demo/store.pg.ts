import type pg from "pg";
import type { StatementPool } from "../storage/named-statement.ts";
import { readSetting } from "../storage/stored-setting.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { DemoAccount, DemoStore } from "./store.ts";

export function demoStorePg(pool: pg.Pool): DemoStore {
  return {
    isEmpty: () => isEmpty(pool),
    nameObjects: async (storageId, names) => void (await pool.query(nameObjects, [storageId, names])),
    writeIfEmpty: (records, passwords) =>
      inTransaction(pool, async (client) => {
        // RUN-9: whoever else would fill or add an account now waits, and then sees that it is not empty any more.
        await client.query("lock table participants in share row exclusive mode");
        if (!(await isEmpty(client))) return false;
        const { rowCount } = await client.query(takeObjects, [JSON.stringify(records.files)]);
        if (rowCount !== 2 * records.files.length) throw new Error("a photo was swept while the demo was filled");
        for (const statement of inserts) await client.query(statement, [JSON.stringify(records)]);
        // In the same transaction, or a crash would leave a demo that nobody knows of.
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

async function isEmpty(pool: StatementPool): Promise<boolean> {
  const { rows } = await pool.query<{ is_empty: boolean }>(
    "select not exists (select from participants) and not exists (select from offers) as is_empty",
  );
  return rows[0]?.is_empty === true;
}

const filledKey = "demo_filled";
const accountsKey = "demo_accounts";

const nameObjects = `
  insert into object_removals (storage_id, name, due_at)
  select $1, name, now() + interval '1 hour' from unnest($2::text[]) as name`;

/** Each photo has two objects, itself and its preview. */
const takeObjects = `
  delete from object_removals using jsonb_to_recordset($1) as f(id text, "storageId" uuid)
  where storage_id = f."storageId" and name in (f.id, f.id || '.preview')`;

const storeFilled = `
  insert into settings (key, value)
  select $1, $2 union all select $3, json_agg(id)::text from participants
  on conflict (key) do update set value = excluded.value`;

/** By the ids that filling stored. */
const selectEnabled = `
  select id, username, name, kind, password_hash as "passwordHash" from participants
  where disabled_at is null and id in (select jsonb_array_elements(value::jsonb)::bigint from settings where key = $1)
  order by id`;

/** One set-based statement a table; rows are found again by username and offer number. */
const inserts = [
  `
    insert into participants (kind, name, username, password_hash)
    select kind, name, username, "passwordHash"
    from jsonb_to_recordset($1::jsonb -> 'people') as p(position integer, kind text, name text, username text, "passwordHash" text)
    order by position`,
  `
    insert into participant_roles (participant_id, role)
    select participants.id, p.role
    from jsonb_to_recordset($1::jsonb -> 'people') as p(username text, role text)
    join participants using (username)`,
  `
    insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
    select o.number, participants.id, o.status, o.version, o.make, o.model, o.year, o.engine, o.vin, o.plate,
      to_timestamp(o."validUntil" / 1000), to_timestamp(o."updatedAt" / 1000)
    from jsonb_to_recordset($1::jsonb -> 'offers') as o(number bigint, customer text, status text, version integer, make text,
      model text, year integer, engine text, vin text, plate text, "validUntil" float8, "updatedAt" float8)
    join participants on participants.username = o.customer`,
  `
    insert into offer_lines
      (offer_id, position, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
    select l.offer, l.position, l.code, l.brand, l.name, l.qty, l."unitPrice", l."vatRate", l.stock, l."deliveryDays", l.status
    from jsonb_to_recordset($1::jsonb -> 'lines') as l(offer bigint, position integer, code text, brand text, name text,
      qty integer, "unitPrice" numeric, "vatRate" integer, stock integer, "deliveryDays" integer, status text)
    order by l.offer, l.position`,
  `
    insert into rooms (offer_id, last_seq, messages_total, members_seq, created_at, updated_at, active_minute, holder_id,
      waiting_since)
    select r.offer, r."lastSeq", r."messagesTotal", r."membersSeq", to_timestamp(r."createdAt" / 1000),
      to_timestamp(r."updatedAt" / 1000), room_minute(to_timestamp(coalesce(r."activeAt", r."createdAt") / 1000)), holder.id,
      to_timestamp(r."waitingSince" / 1000)
    from jsonb_to_recordset($1::jsonb -> 'rooms') as r(offer bigint, "lastSeq" bigint, "messagesTotal" bigint,
      "membersSeq" bigint, "createdAt" float8, "updatedAt" float8, "activeAt" float8, holder text, "waitingSince" float8)
    left join participants holder on holder.username = r.holder
    order by r.offer`,
  `
    with joined as (
      insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at)
      select rooms.id, participants.id, m."readSeq", m."readOrdinal", m."joinSeq", to_timestamp(m."joinedAt" / 1000)
      from jsonb_to_recordset($1::jsonb -> 'memberships') as m(offer bigint, username text, "readSeq" bigint,
        "readOrdinal" bigint, "joinSeq" bigint, "joinedAt" float8)
      join rooms on rooms.offer_id = m.offer
      join participants using (username)
    )
    insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
    select rooms.id, m."joinSeq", 'join', participants.id, m."joinSeq", to_timestamp(m."joinedAt" / 1000)
    from jsonb_to_recordset($1::jsonb -> 'memberships') as m(offer bigint, username text, "joinSeq" bigint, "joinedAt" float8)
    join rooms on rooms.offer_id = m.offer
    join participants using (username)`,
  `
    insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, width, height, placeholder, preview_bytes,
      is_published, created_at)
    select f.id, f."storageId", participants.id, f.name, f.bytes, 'image/jpeg', decode(f.sha256, 'hex'), f.width, f.height,
      decode(f.placeholder, 'base64'), f."previewBytes", true, to_timestamp(f.at / 1000)
    from jsonb_to_recordset($1::jsonb -> 'files') as f(id uuid, "storageId" uuid, username text, at float8, name text, bytes bigint,
      sha256 text, width integer, height integer, placeholder text, "previewBytes" integer)
    join participants using (username)`,
  // Ids rise with time over all rooms, as they would have.
  `
    insert into messages (room_id, seq, ordinal, author_id, body, created_at, likes_total, updated_seq, file_id)
    select rooms.id, m.seq, m.ordinal, participants.id, m.body, to_timestamp(m.at / 1000), m."likesTotal", m."updatedSeq", f.id
    from jsonb_to_recordset($1::jsonb -> 'messages') as m(offer bigint, seq bigint, ordinal bigint, author text, body text,
      at float8, "likesTotal" integer, "updatedSeq" bigint)
    join rooms on rooms.offer_id = m.offer
    join participants on participants.username = m.author
    left join jsonb_to_recordset($1::jsonb -> 'files') as f(id uuid, offer bigint, seq bigint) on f.offer = m.offer and f.seq = m.seq
    order by m.at`,
  `
    insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at, handed_by, note)
    select rooms.id, a."messageSeq", a."actionId", participants.id, a.seq, a.deleted, to_timestamp(a.at / 1000), hander.id, a.note
    from jsonb_to_recordset($1::jsonb -> 'actions') as a(offer bigint, "messageSeq" bigint, "actionId" smallint, username text,
      seq bigint, deleted boolean, at float8, "handedBy" text, note text)
    join rooms on rooms.offer_id = a.offer
    join participants on participants.username = a.username
    left join participants hander on hander.username = a."handedBy"
    order by a.at, a.seq`,
  // The payloads are those that migration 0018 writes.
  `
    insert into room_events (room_id, seq, kind, participant_id, read_seq, message_seq, created_at, payload)
    select rooms.id, e.seq, e.kind, participants.id, e."readSeq", e."messageSeq", to_timestamp(e.at / 1000), case e.kind
      when 'action' then jsonb_build_object('action', jsonb_build_object('id', a.id, 'action_id', a.action_id, 'deleted', e.deleted,
        'message_id', m.id, 'message_seq', m.seq, 'author_type', author.kind), 'person_id', person.id)
      when 'take-over' then jsonb_build_object('how', e.how, 'person_id', person.id, 'from_id', holder.id,
        'members_total', e."membersTotal") end
    from jsonb_to_recordset($1::jsonb -> 'events') as e(offer bigint, seq bigint, kind text, username text, at float8,
      "readSeq" bigint, "messageSeq" bigint, "actionId" smallint, deleted boolean, person text, how text, "from" text,
      "membersTotal" integer)
    join rooms on rooms.offer_id = e.offer
    join participants on participants.username = e.username
    left join participants person on person.username = e.person
    left join participants holder on holder.username = e."from"
    left join messages m on m.room_id = rooms.id and m.seq = e."messageSeq"
    left join participants author on author.id = m.author_id
    left join actions a on a.room_id = rooms.id and a.message_seq = e."messageSeq" and a.action_id = e."actionId"
      and a.participant_id = person.id`,
];
