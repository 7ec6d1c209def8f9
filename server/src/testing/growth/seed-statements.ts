import type { SeedStep } from "./seed-step.ts";
import { catalogueCode, fileName, lineBrand, lineName, personName, vehicle, writtenText } from "./written-text.ts";

/**
 * The seed's statements in order, with parameters named as in `SeedValues`. All values are computed from the room's number, so that a size always
 * produces the same rows. The log of a room: all but the last member join, then the messages follow. After every 12th, somebody other than its author
 * reads up to it; after every 9th, somebody likes it; after half of them (`half`), the last member joins. Every fifth room is taken over at the end,
 * at its customer's newest message (`held_n`).
 */
const people: SeedStep = {
  title: "people",
  values: ["colleagueId", "staff", "customers"],
  text: `
    with added as (
      insert into participants (id, kind, name, username, password_hash, created_at)
      select $1::bigint + n,
        case when n > $2::int then 'customer' when n % 5 = 0 then 'agent' else 'erp' end,
        ${personName("n")},
        'seed.' || n, '!', '2024-01-01'
      from generate_series(1, $2::int + $3::int) n returning id, kind)
    insert into participant_roles (participant_id, role)
    select id, case kind when 'customer' then 'Customer' when 'agent' then 'Agent' else 'Operator' end from added`,
};

const plan: SeedStep = {
  title: "plan of rooms",
  values: [
    "rooms",
    "messages",
    "busyId",
    "staff",
    "customers",
    "busyRooms",
    "longRoom",
    "longMessages",
    "crowdedRoom",
    "crowdedMembers",
    "endsAt",
    "colleagueId",
    "quietId",
    "quietRooms",
  ],
  text: `
    insert into seed_rooms
    with numbered as (
      select i, (hashint8extended(i, 42) & 2147483647)::int as chance, i in ($7::int, $9::int) as is_special,
        -- 89 messages per room, or as many as the total allows.
        greatest(1, floor((array[6, 12, 20, 34, 50, 70, 90, 118, 190, 300])[1 + i % 10]
          * least(1, ($2::bigint - $8::int - 200) / (89.0 * $1::int))))::int as base,
        interval '730 days' * power(($1::int - i + 1) / $1::float8, 2) + interval '1 hour' as age
      from generate_series(1, $1::int) i
    ), ranked as (
      select *, row_number() over (order by is_special desc, chance, i) as rank,
        $2::bigint - $8::int - 200 - sum(base) filter (where not is_special) over () as rest,
        $1::int - 2 as ordinary
      from numbered
    ), counted as (
      select *, case when i = $7::int then $8::int when i = $9::int then 200
          else base + (rest / ordinary)::int + case when rank - 2 <= rest % ordinary then 1 else 0 end end as messages,
        -- The quiet person is the fourth member of the busy person's first rooms after the special ones.
        rank between 3 and $14::int + 2 as is_quiet,
        case when i = $9::int then $10::int
          else greatest(3 + chance / 16 % 5, case when rank between 3 and $14::int + 2 then 4 end) end as members,
        case when is_special then age else least(age, interval '14 days' * (0.2 + chance / 128 % 100 / 60.0)) end as life
      from ranked
    )
    select i, $12::bigint + $4::int + 1 + chance % $5::int, case when rank <= $6::int then $3::bigint end,
      case when is_quiet then $13::bigint end, $12::bigint, $4::int, chance / 1024 % $4::int, members, messages, messages / 2, $11::timestamptz - age, life
    from counted`,
};

/** SQL for the person at a member's position: the customer, the busy person, their colleague, the quiet person or one of the staff. */
const sitter = (position: string): string =>
  `case when ${position} = 0 then r.customer_id when ${position} = 1 and r.busy_id is not null then r.busy_id
    when ${position} = 2 and r.busy_id is not null then r.colleague_id
    when ${position} = 3 and r.quiet_id is not null then r.quiet_id
    else r.colleague_id + 1 + (r.first_staff + ${position} * 37) % r.staff end`;
const author = "(n * 7 + n / 3) % (r.members - case when n > r.half then 0 else 1 end)";
const entriesUpTo = (n: string): string => `(r.members - 1 + ${n} + ${n} / 12 + ${n} / 9)`;
const seqOf = "(r.members + (n - 1) + (n - 1) / 12 + (n - 1) / 9 + case when n > r.half then 1 else 0 end)";
const likeSeqOf = `(${seqOf} + case when n % 12 = 0 then 2 else 1 end)`;
/** SQL for the `seq` of the action that takes the room over; the next entry names the new holder. */
const heldSeq = `(${entriesUpTo("r.messages")} + 2)`;
const holder = sitter("(1 + r.i % 2)");
const timeOf = (n: string): string => `date_trunc('milliseconds', r.created_at + r.life * (${n} / (r.messages + 1.0)))`;

// A room's authors take turns, so anybody's newest message is near the end.
const newest = (whose: string): string => `(
  select n from generate_series(r.messages, greatest(1, r.messages - 60), -1) n where ${author} ${whose} 0 limit 1)`;
const turns: SeedStep = {
  title: "whose turn it is",
  text: `
    update seed_rooms r set answered_n = coalesce(${newest("<>")}, 0), held_n = case when i % 5 = 0 then ${newest("=")} end`,
};

const offers: SeedStep = {
  title: "offers",
  text: `
    with added as (
      insert into offers (id, customer_id, status, make, model, year, engine, vin, plate, valid_until, updated_at)
      select 100000 + i, customer_id, (array['draft', 'sent', 'sent', 'accepted', 'ordered', 'expired'])[1 + i % 6],
        ${vehicle.make("i")}, ${vehicle.model("i")}, 2004 + i % 21, ${vehicle.engine("i")}, ${vehicle.vin("i")}, ${vehicle.plate("i")},
        created_at + interval '30 days', created_at
      from seed_rooms returning id)
    insert into offer_lines (offer_id, position, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days)
    select id, position, ${catalogueCode("id * 4 + position")}, ${lineBrand("id + position")}, ${lineName("id * 3 + position")},
      1 + (id + position) % 4, 20 + (id * 7 + position * 13) % 900, 21, id % 12, id % 6
    from added, generate_series(1, 3) position`,
};

const log: SeedStep = {
  title: "log in order of time",
  text: `
    insert into seed_log
    select i, seq, kind, participant_id, n, read_seq, members_total, action_id, message_seq, at,
      case kind when 'message' then count(*) filter (where kind = 'message') over happening
        when 'action' then count(*) filter (where kind = 'action') over happening end
    from (
      select r.i, ${seqOf} as seq, 'message' as kind, ${sitter(author)} as participant_id, n, null::bigint as read_seq,
        null::int as members_total, null::smallint as action_id, null::bigint as message_seq, ${timeOf("n")} as at
      from seed_rooms r, generate_series(1, r.messages) n
      union all
      select r.i, ${seqOf} + 1, 'read', ${sitter(`((${author}) + 1) % (r.members - 1)`)}, n, ${seqOf}, null, null, null,
        ${timeOf("(n + 0.3)")}
      from seed_rooms r, generate_series(12, r.messages, 12) n
      union all
      select r.i, ${likeSeqOf}, 'action', ${sitter(`((${author}) + 1) % (r.members - 1)`)}, n, null, null, 2, ${seqOf},
        ${timeOf("(n + 0.4)")}
      from seed_rooms r, generate_series(9, r.messages, 9) n
      union all
      select r.i, place + 1, 'join', ${sitter("place")}, 0, null, place + 1, null, null, ${timeOf("0")}
      from seed_rooms r, generate_series(0, r.members - 2) place
      union all
      select r.i, ${entriesUpTo("r.half")} + 1, 'join', ${sitter("(r.members - 1)")}, 0, null, r.members, null, null,
        ${timeOf("(r.half + 0.6)")}
      from seed_rooms r
      union all
      select r.i, ${heldSeq} + place, (array['action', 'take-over'])[1 + place], ${holder}, n, null, null,
        case place when 0 then 1 end, case place when 0 then ${seqOf} end, ${timeOf("(r.messages + 0.7)")}
      from seed_rooms r, lateral (select r.held_n as n) held, generate_series(0, 1) place where held_n is not null
    ) happened window happening as (order by at, i, seq) order by at, i, seq`,
};

const rooms: SeedStep = {
  title: "rooms",
  text: `
    insert into rooms (id, offer_id, customer_id, last_seq, messages_total, members_seq, created_at, updated_at, active_minute, holder_id,
      waiting_since)
    select i, 100000 + i, customer_id, ${entriesUpTo("messages")} + 1 + case when held_n is null then 0 else 2 end, messages,
      ${entriesUpTo("half")} + 1, date_trunc('milliseconds', created_at), ${timeOf("messages")},
      room_minute(${timeOf(`(messages + case when held_n is not null then 0.7 when messages % 9 = 0 then 0.4
        when messages % 12 = 0 then 0.3 else 0 end)`)}),
      case when held_n is not null then ${holder} end,
      case when answered_n < messages then ${timeOf("(answered_n + 1)")} end
    from seed_rooms r order by i`,
};

/** One message in a hundred has a file, chosen so that short rooms have some too. */
const hasFile = "(i + n) % 100 = 37";
const fileId = "md5('file' || i || ':' || n)::uuid";

const files: SeedStep = {
  title: "files",
  text: `
    with storage as (
      insert into storages (id, url) values (md5('seed')::uuid, 'file:///nonexistent') returning id)
    insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, is_published, created_at)
    select ${fileId}, storage.id, participant_id, ${fileName("number")} || kind.ending, 20000 + number % 900000, kind.mime,
      sha256(number::text::bytea), true, at
    from seed_log, storage, lateral (select (array['.jpg', '.pdf'])[1 + number % 2] as ending,
      (array['image/jpeg', 'application/pdf'])[1 + number % 2] as mime) kind where seed_log.kind = 'message' and ${hasFile}`,
};

const messages: SeedStep = {
  title: "messages",
  values: ["words"],
  text: `
    insert into messages (id, room_id, seq, ordinal, author_id, body, client_id, created_at, likes_total, updated_seq, file_id)
    select number, i, seq, n, participant_id, ${writtenText("number", "($1::name[])")},
      md5(i || ':' || n)::uuid, at, case when n % 9 = 0 then 1 else 0 end,
      case when n = held_n then ${heldSeq} when n % 9 = 0 then seq + case when n % 12 = 0 then 2 else 1 end end,
      case when ${hasFile} then ${fileId} end
    from seed_log join seed_rooms r using (i) where kind = 'message'`,
};

const events: SeedStep = {
  title: "events",
  text: `
    insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, created_at, payload)
    select i, seq, kind, participant_id, read_seq, members_total, at, case kind when 'take-over' then
      jsonb_build_object('how', 'taken', 'person_id', participant_id, 'from_id', null, 'members_total', members) end
    from seed_log join seed_rooms using (i) where kind not in ('message', 'action')`,
};

const actions: SeedStep = {
  title: "actions",
  text: `
    with given as (
      insert into actions (id, room_id, message_seq, action_id, participant_id, seq, created_at)
      select number, i, message_seq, action_id, participant_id, seq, at from seed_log where kind = 'action'
    )
    insert into room_events (room_id, seq, kind, participant_id, created_at, message_seq, payload)
    select i, given.seq, 'action', given.participant_id, given.at, given.message_seq, jsonb_build_object('action',
      jsonb_build_object('id', given.number, 'action_id', given.action_id, 'deleted', false, 'message_id', message.number,
        'message_seq', given.message_seq, 'author_type', p.kind), 'person_id', given.participant_id)
    from seed_log given join seed_log message using (i, n) join participants p on p.id = message.participant_id
    where given.kind = 'action' and message.kind = 'message'`,
};

// ROOM-7: the marker is at the member's newest message or at the newest position read, whichever is later.
const memberships: SeedStep = {
  title: "memberships with their markers",
  text: `
    insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at, listed_at)
    select i, participant_id, coalesce(place, 0), coalesce(ordinal, 0), joined_seq, joined_at, listed_hour(rooms.updated_at)
    from (
      select i, participant_id, max(coalesce(read_seq, seq)) filter (where kind in ('message', 'read')) as place,
        max(n) filter (where kind in ('message', 'read')) as ordinal,
        coalesce(max(seq) filter (where kind = 'join'), 0) as joined_seq, min(at) as joined_at
      from seed_log group by i, participant_id
    ) marked join rooms on rooms.id = i order by i, participant_id`,
};

/** Steps that run before the large tables lose their keys, and steps that run while they have none. */
export const firstSteps = [people, plan, turns, offers, rooms] as const;
export const bulkSteps = [log, files, messages, events, actions, memberships] as const;

export const scratchTables = {
  make: [
    `create unlogged table seed_rooms (i int, customer_id bigint, busy_id bigint, quiet_id bigint, colleague_id bigint, staff int,
      first_staff int, members int, messages int, half int, created_at timestamptz, life interval,
      answered_n int, held_n int)`,
    `create unlogged table seed_log (i int, seq bigint, kind text, participant_id bigint, n int, read_seq bigint,
      members_total int, action_id smallint, message_seq bigint, at timestamptz, number bigint)`,
  ],
  drop: ["drop table seed_log", "drop table seed_rooms"],
} as const;
