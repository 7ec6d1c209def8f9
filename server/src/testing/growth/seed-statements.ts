/**
 * The seed's statements in order, each with its parameters by name of `SeedValues`. Every figure of a row is arithmetic on
 * its room's number, so the same size always gives the same rows.
 *
 * The log of a room with `members` members and `messages` messages: all but the last member join, then come the messages;
 * after each 12th somebody else than its author reads up to it; after half of them (`half`) the last member joins.
 */
export interface SeedStep {
  readonly title: string;
  readonly text: string;
  readonly values?: readonly (keyof SeedValues)[];
}

/** What the statements take. */
export interface SeedValues {
  readonly rooms: number;
  readonly messages: number;
  readonly customers: number;
  readonly staff: number;
  /** The two who can sign in; the ids of all others follow. */
  readonly busyId: number;
  readonly colleagueId: number;
  readonly busyRooms: number;
  readonly longRoom: number;
  readonly longMessages: number;
  readonly crowdedRoom: number;
  readonly crowdedMembers: number;
  /** The moment of the newest rows; rooms were opened over the two years before, ever more of them. */
  readonly endsAt: string;
  readonly sentences: readonly string[];
}

const people: SeedStep = {
  title: "people",
  values: ["colleagueId", "staff", "customers"],
  text: `
    with added as (
      insert into participants (id, kind, name, username, password_hash, created_at)
      select $1::bigint + n,
        case when n > $2::int then 'customer' when n % 5 = 0 then 'agent' else 'erp' end,
        (array['Ana', 'Mihai', 'Elena', 'Andrei', 'Ioana', 'Radu', 'Maria', 'Vlad', 'Cristina', 'Sorin', 'Bianca'])[1 + n % 11]
          || ' ' || (array['Popescu', 'Ionescu', 'Dobre', 'Stan', 'Marin', 'Ilie', 'Țurcanu', 'Șerban', 'Lungu'])[1 + n % 9],
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
  ],
  text: `
    insert into seed_rooms
    with numbered as (
      select i, (hashint8extended(i, 42) & 2147483647)::int as chance, i in ($7::int, $9::int) as is_special,
        (array[6, 12, 20, 34, 50, 70, 90, 118, 190, 300])[1 + i % 10] as base,
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
        case when i = $9::int then $10::int else 3 + chance / 16 % 5 end as members,
        case when is_special then age else least(age, interval '14 days' * (0.2 + chance / 128 % 100 / 60.0)) end as life
      from ranked
    )
    select i, $12::bigint + $4::int + 1 + chance % $5::int, case when rank <= $6::int then $3::bigint end, $12::bigint,
      $4::int, chance / 1024 % $4::int, members, messages, messages / 2, $11::timestamptz - age, life
    from counted`,
};

const offers: SeedStep = {
  title: "offers",
  text: `
    with added as (
      insert into offers (id, customer_id, status, make, model, year, engine, vin, plate, valid_until, updated_at)
      select 100000 + i, customer_id, (array['draft', 'sent', 'sent', 'accepted', 'ordered', 'expired'])[1 + i % 6],
        (array['Škoda', 'Dacia', 'Volkswagen', 'Ford', 'Renault', 'BMW', 'Opel'])[1 + i % 7],
        (array['Octavia', 'Logan', 'Golf', 'Focus', 'Megane', '320d', 'Astra'])[1 + i % 7], 2004 + i % 21,
        (array['1.6 TDI', '2.0 TDI', '1.5 dCi', '1.0 TSI', '1.4'])[1 + i % 5],
        'TMBZZZ1Z8E' || lpad(i::text, 7, '0'), 'B ' || lpad((i % 1000)::text, 3, '0') || ' CPL',
        created_at + interval '30 days', created_at
      from seed_rooms returning id)
    insert into offer_lines (offer_id, position, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days)
    select id, position, 'GDB' || id % 9000 + position, (array['TRW', 'Bosch', 'LuK', 'Mann', 'Valeo'])[1 + (id + position) % 5],
      (array['Plăcuțe frână față', 'Disc frână', 'Kit ambreiaj', 'Filtru ulei', 'Alternator'])[1 + (id + position) % 5],
      1 + (id + position) % 4, 20 + (id * 7 + position * 13) % 900, 21, id % 12, id % 6
    from added, generate_series(1, 3) position`,
};

/** Who sits on a member's place: the customer, the person who is nearly everywhere, their colleague, or one of the staff. */
const sitter = (position: string): string =>
  `case when ${position} = 0 then r.customer_id when ${position} = 1 and r.busy_id is not null then r.busy_id
    when ${position} = 2 and r.busy_id is not null then r.colleague_id
    else r.colleague_id + 1 + (r.first_staff + ${position} * 37) % r.staff end`;
const author = "(n * 7 + n / 3) % (r.members - case when n > r.half then 0 else 1 end)";
const seqOf = "(r.members - 1 + n + (n - 1) / 12 + case when n > r.half then 1 else 0 end)";
const timeOf = (n: string): string => `r.created_at + r.life * (${n} / (r.messages + 1.0))`;

const log: SeedStep = {
  title: "log in order of time",
  text: `
    insert into seed_log
    select i, seq, kind, participant_id, n, read_seq, members_total, at,
      case when kind = 'message' then count(*) filter (where kind = 'message') over (order by at, i, seq) end
    from (
      select r.i, ${seqOf} as seq, 'message' as kind, ${sitter(author)} as participant_id, n, null::bigint as read_seq,
        null::int as members_total, date_trunc('milliseconds', ${timeOf("n")}) as at
      from seed_rooms r, generate_series(1, r.messages) n
      union all
      select r.i, ${seqOf} + 1, 'read', ${sitter(`((${author}) + 1) % (r.members - 1)`)}, n, ${seqOf}, null,
        date_trunc('milliseconds', ${timeOf("(n + 0.3)")})
      from seed_rooms r, generate_series(12, r.messages, 12) n
      union all
      select r.i, place + 1, 'join', ${sitter("place")}, 0, null, place + 1, date_trunc('milliseconds', r.created_at)
      from seed_rooms r, generate_series(0, r.members - 2) place
      union all
      select r.i, r.members + r.half + r.half / 12, 'join', ${sitter("(r.members - 1)")}, 0, null, r.members,
        date_trunc('milliseconds', ${timeOf("(r.half + 0.6)")})
      from seed_rooms r
    ) happened order by at, i, seq`,
};

const rooms: SeedStep = {
  title: "rooms",
  text: `
    insert into rooms (id, offer_id, last_seq, messages_total, members_seq, created_at, updated_at, active_minute)
    select i, 100000 + i, members + messages + messages / 12, messages, members + half + half / 12,
      date_trunc('milliseconds', created_at), date_trunc('milliseconds', ${timeOf("r.messages")}),
      room_minute(${timeOf("(r.messages + case when r.messages % 12 = 0 then 0.3 else 0 end)")})
    from seed_rooms r order by i`,
};

const messages: SeedStep = {
  title: "messages",
  values: ["sentences"],
  text: `
    insert into messages (id, room_id, seq, ordinal, author_id, body, client_id, created_at)
    select message_id, i, seq, n, participant_id,
      replace(($1::text[])[1 + (i * 5 + n) % cardinality($1::text[])], '#', 'GDB' || (i * 31 + n * 7) % 9000),
      md5(i || ':' || n)::uuid, at
    from seed_log where kind = 'message'`,
};

const events: SeedStep = {
  title: "events",
  text: `
    insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, created_at)
    select i, seq, kind, participant_id, read_seq, members_total, at from seed_log where kind <> 'message'`,
};

// ROOM-7: a marker is the newest own message or the newest place that was read, whichever is later.
const memberships: SeedStep = {
  title: "memberships with their markers",
  text: `
    insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at, listed_at)
    select i, participant_id, place, ordinal, joined_seq, joined_at, listed_hour(rooms.updated_at)
    from (
      select i, participant_id, coalesce(max(coalesce(read_seq, seq)) filter (where kind <> 'join'), 0) as place,
        max(n) as ordinal, coalesce(max(seq) filter (where kind = 'join'), 0) as joined_seq, min(at) as joined_at
      from seed_log group by i, participant_id
    ) marked join rooms on rooms.id = i order by i, participant_id`,
};

/** Before the large tables are bare, and while they are. */
export const firstSteps = [people, plan, offers, rooms] as const;
export const bulkSteps = [log, messages, events, memberships] as const;

/** The seed's own tables, gone when it is done. */
export const scratchTables = {
  make: [
    `create unlogged table seed_rooms (i int, customer_id bigint, busy_id bigint, colleague_id bigint, staff int,
      first_staff int, members int, messages int, half int, created_at timestamptz, life interval)`,
    `create unlogged table seed_log (i int, seq bigint, kind text, participant_id bigint, n int, read_seq bigint,
      members_total int, at timestamptz, message_id bigint)`,
  ],
  drop: ["drop table seed_log", "drop table seed_rooms"],
} as const;
