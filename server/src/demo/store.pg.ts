import { type RawBuilder, sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { readSetting } from "../storage/kept-setting.ts";
import { inTransaction } from "../storage/transaction.ts";
import { demoPeople } from "./content/people.ts";
import type { DemoRecords } from "./demo-records.ts";
import type { DemoAccount, DemoStore } from "./store.ts";

/** The demo's writer in PostgreSQL: one set-based statement a table, rows found again by username and offer number. */
export function demoStorePg(database: Database): DemoStore {
  return {
    isEmpty: () => isEmpty(database),
    writeIfEmpty: (records, passwords) =>
      inTransaction(database, async (transaction) => {
        // RUN-9: whoever else would fill or add an account now waits, and then sees that it is not empty any more.
        await sql`lock table participants in share row exclusive mode`.execute(transaction);
        if (!(await isEmpty(transaction))) return false;
        for (const statement of statements(records)) await statement.execute(transaction);
        await remember(passwords).execute(transaction);
        return true;
      }),
    async filledWith() {
      const kept = await readSetting(database, filledKey);
      if (kept === undefined) return null;
      return kept === "random" ? "random" : "public";
    },
    enabledAccounts: () => enabledAccounts(database),
  };
}

const filledKey = "demo_filled";
const accountsKey = "demo_accounts";

/** In the same transaction, or a crash would leave a demo that nobody knows of. */
function remember(passwords: "public" | "random"): RawBuilder<unknown> {
  return sql`
    insert into settings (key, value)
    select ${filledKey}, ${passwords === "public" ? "yes" : "random"}
    union all select ${accountsKey}, json_agg(id)::text from participants
    on conflict (key) do update set value = excluded.value`;
}

/** By the ids that filling kept; earlier versions kept none, and could rename nobody: there the demo's own people are meant. */
async function enabledAccounts(database: Database): Promise<readonly DemoAccount[]> {
  const { rows } = await sql<DemoAccount>`
    with kept as (select value::jsonb as ids from settings where key = ${accountsKey})
    select id, username, name, kind, password_hash as "passwordHash" from participants
    where disabled_at is null and case
      when exists (select from kept) then id in (select jsonb_array_elements(ids)::bigint from kept)
      else (username, name, kind) in (
        select username, name, kind
        from jsonb_to_recordset(${json(demoPeople)}) as p(username text, name text, kind text))
      end
    order by id`.execute(database);
  return rows;
}

async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from participants) and not exists (select from offers) as is_empty`.execute(database);
  return rows[0]?.is_empty === true;
}

function statements(records: DemoRecords): readonly RawBuilder<unknown>[] {
  return [
    ...insertPeople(records),
    ...insertOffers(records),
    insertRooms(records),
    insertMemberships(records),
    insertMessages(records),
  ];
}

/** Rows as one parameter, so that a statement stays the same whatever their number. */
function json(rows: readonly unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(rows)}::jsonb`;
}

function insertPeople({ people }: DemoRecords): readonly RawBuilder<unknown>[] {
  return [
    sql`
      insert into participants (kind, name, username, password_hash)
      select kind, name, username, "passwordHash"
      from jsonb_to_recordset(${json(people)}) as p(position integer, kind text, name text, username text, "passwordHash" text)
      order by position`,
    sql`
      insert into participant_roles (participant_id, role)
      select participants.id, p.role
      from jsonb_to_recordset(${json(people)}) as p(username text, role text)
      join participants using (username)`,
  ];
}

function insertOffers({ offers, lines }: DemoRecords): readonly RawBuilder<unknown>[] {
  return [
    sql`
      insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
      select o.number, participants.id, o.status, o.version, o.make, o.model, o.year, o.engine, o.vin, o.plate,
        to_timestamp(o."validUntil" / 1000), to_timestamp(o."updatedAt" / 1000)
      from jsonb_to_recordset(${json(offers)}) as o(number bigint, customer text, status text, version integer, make text,
        model text, year integer, engine text, vin text, plate text, "validUntil" float8, "updatedAt" float8)
      join participants on participants.username = o.customer`,
    sql`
      insert into offer_lines
        (offer_id, position, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
      select l.offer, l.position, l.code, l.brand, l.name, l.qty, l."unitPrice", l."vatRate", l.stock, l."deliveryDays", l.status
      from jsonb_to_recordset(${json(lines)}) as l(offer bigint, position integer, code text, brand text, name text,
        qty integer, "unitPrice" numeric, "vatRate" integer, stock integer, "deliveryDays" integer, status text)
      order by l.offer, l.position`,
  ];
}

function insertRooms({ rooms }: DemoRecords): RawBuilder<unknown> {
  return sql`
    insert into rooms (offer_id, last_seq, messages_total, members_seq, created_at, updated_at, active_minute)
    select r.offer, r."lastSeq", r."messagesTotal", r."membersSeq",
      to_timestamp(r."createdAt" / 1000), to_timestamp(r."updatedAt" / 1000), room_minute(to_timestamp(r."updatedAt" / 1000))
    from jsonb_to_recordset(${json(rooms)}) as r(offer bigint, "lastSeq" bigint, "messagesTotal" bigint,
      "membersSeq" bigint, "createdAt" float8, "updatedAt" float8)
    order by r.offer`;
}

function insertMemberships({ memberships }: DemoRecords): RawBuilder<unknown> {
  return sql`
    with joined as (
      insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at)
      select rooms.id, participants.id, m."readSeq", m."readOrdinal", m."joinSeq", to_timestamp(m."joinedAt" / 1000)
      from jsonb_to_recordset(${json(memberships)}) as m(offer bigint, username text, "readSeq" bigint,
        "readOrdinal" bigint, "joinSeq" bigint, "joinedAt" float8)
      join rooms on rooms.offer_id = m.offer
      join participants using (username)
    )
    insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
    select rooms.id, m."joinSeq", 'join', participants.id, m."joinSeq", to_timestamp(m."joinedAt" / 1000)
    from jsonb_to_recordset(${json(memberships)}) as m(offer bigint, username text, "joinSeq" bigint, "joinedAt" float8)
    join rooms on rooms.offer_id = m.offer
    join participants using (username)`;
}

/** Ids rise with time over all rooms, as they would have. */
function insertMessages({ messages }: DemoRecords): RawBuilder<unknown> {
  return sql`
    insert into messages (room_id, seq, ordinal, author_id, body, created_at)
    select rooms.id, m.seq, m.ordinal, participants.id, m.body, to_timestamp(m.at / 1000)
    from jsonb_to_recordset(${json(messages)}) as m(offer bigint, seq bigint, ordinal bigint, author text, body text,
      at float8)
    join rooms on rooms.offer_id = m.offer
    join participants on participants.username = m.author
    order by m.at`;
}
