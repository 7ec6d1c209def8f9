import type pg from "pg";
import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import { heldBy } from "./action-columns.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { listMembers } from "./members.pg.ts";
import { movedAt, orderBy, waitsOn, walkRooms } from "./filter-rooms.pg.ts";
import { unreadCount } from "./rules.ts";
import type { RoomAccess, RoomAudience, RoomRecord, RoomStore } from "./store.ts";
import { uncountedFor } from "./uncounted.ts";
import { createRoomWriter } from "./write-room.pg.ts";

/** The caller's membership; the first two fields are null for non-members. */
interface MarkerRow {
  readonly readSeq: number | null;
  readonly readOrdinal: number | null;
  readonly uncounted: number;
  readonly isMarked: boolean;
}
type AccessRow = Omit<RoomAccess, "marker"> & MarkerRow;
type RoomRow = Omit<RoomRecord, "marker"> & MarkerRow;

const accessOf = (reader: string): string =>
  `r.id, r.name, r.last_seq as "lastSeq", r.messages_total as "messagesTotal", greatest(r.decided_seq, case when m.brought_at is not null then m.joined_seq end) as "newsSeq",
   m.read_seq as "readSeq", m.read_ordinal as "readOrdinal", ${uncountedFor(reader)} as uncounted,
   m.unread_from is not null as "isMarked"`;
const access = accessOf("$2");
/** ROOM-3h: the decision is read from the log, and the code of its first line from the offer; null if no line has that status any longer. */
const lastDecision = `(
    select json_build_object('seq', e.seq, 'at', e.payload->'decision'->'at', 'decision', e.payload->'decision'->'decision',
      'by', json_build_object('id', p.id, 'name', p.name, 'type', p.kind), 'lines_total', e.payload->'changes_total', 'code', (
        select code from offer_lines where offer_id = r.offer_id and id = (e.payload->'changes'->0->>'line_id')::bigint))
    from room_events e join participants p on p.id = e.participant_id where e.room_id = r.id and e.seq = r.decided_seq
      and coalesce((select bool_or(l.status = c->>'to') from jsonb_array_elements(e.payload->'changes') c
        join offer_lines l on l.offer_id = r.offer_id and l.id = (c->>'line_id')::bigint), true)
  ) as "lastDecision"`;
const broughtIn = `case when m.brought_at is not null then (
    select json_build_object('seq', e.seq, 'at', ${wireTime("m.brought_at")}, 'by', json_build_object('id', p.id, 'name', p.name, 'type', p.kind))
    from room_events e join participants p on p.id = (e.payload->>'from_id')::bigint where e.room_id = r.id and e.seq = m.joined_seq
  ) end as "broughtIn"`;
const vehicleOf = (row: string): string =>
  `json_build_object('make', ${row}.make, 'model', ${row}.model, 'engine', ${row}.engine, 'year', ${row}.year)`;
const whole = `${access}, ${wireTime(movedAt)} as "updatedAt", ${wireTime("r.waiting_since")} as "waitingSince",
  case when o.id is not null then ${vehicleOf("o")} else ${vehicleOf("q")} end as vehicle,
  json_build_object('offer_id', o.id, 'offer_status', o.status, 'offer_version', o.version) as offer,
  case when q.id is not null then json_build_object('id', q.id, 'state', q.state, 'reason', q.reason, 'seq', q.message_seq) end as request,
  json_build_object('id', owner.id, 'name', owner.name, 'type', 'customer',
    'is_member', exists (select from memberships where room_id = r.id and participant_id = owner.id),
    'can_sign_in', owner.disabled_at is null and not exists (
      select from invitations i where i.participant_id = owner.id and i.expires_at <= now()
        and not exists (select from tokens where participant_id = owner.id))) as customer,
  counted.members_total as "membersTotal", coalesce(greatest(counted.others_read_seq, (
    select max(read_seq) from room_events where room_id = r.id and participant_id <> $2 and kind = 'leave')), 0
  ) as "othersReadSeq",
  coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name, 'type', p.kind, 'readSeq', named.read_seq) order by p.id)
    from (select participant_id, greatest(read_seq, joined_seq) as read_seq from memberships
      where room_id = r.id order by participant_id limit ${roomMembersNamedMax}) named
    join participants p on p.id = named.participant_id), '[]') as members, ${heldBy("$2")} as held, ${lastDecision}, ${broughtIn}`;
const mine = "left join memberships m on m.room_id = r.id and m.participant_id = $2";
/** SQL for the caller's membership of room `r`, looked up by key, since the planner assumes that a person has few rooms. Non-members get no row. */
const mineByKey = `cross join lateral (
    select * from memberships where room_id = r.id and participant_id = $2 offset 0) m`;
/** SQL for the offer, the request, the customer and the room's counts, also looked up by key. */
const beside = `left join lateral (select * from offers where id = r.offer_id offset 0) o on true
  left join lateral (select * from requests where id = r.request_id offset 0) q on true
  cross join lateral (select id, name, disabled_at from participants where id = r.customer_id offset 0) owner cross join lateral (
    select count(*) as members_total, max(read_seq) filter (where participant_id <> $2) as others_read_seq
    from memberships where room_id = r.id) counted`;

/** One statement per way of naming room `r`, by $1. */
const byRef = <Row extends pg.QueryResultRow>(name: string, sql: (named: string) => string) => ({
  id: namedStatement<Row>(name, sql("r.id = $1")),
  offer: namedStatement<Row>(`${name}-offer`, sql("r.offer_id = $1")),
  request: namedStatement<Row>(`${name}-request`, sql("r.request_id = $1")),
});
const selectAccess = byRef<AccessRow>(
  "rooms-access",
  (named) => `select ${access} from rooms r ${mine} where ${named}`,
);
const selectRoom = byRef<RoomRow>(
  "rooms-find",
  (named) => `select ${whole} from rooms r ${beside} ${mine} where ${named}`,
);

/** ROOM-3: an index gives the hours that a page spans, so only rooms active in those are sorted. `but` excludes rooms by its columns. */
const newestOfCaller = (skip: string, take: string, but = ""): string => `(
     with listed as materialized (
       select array_agg(listed_at) as hours, least(${skip}, 2147483646)::int as skipped from (
         select listed_at from memberships where participant_id = $2 ${but} order by listed_at desc limit ${skip} + ${take}
       ) walked
     )
     select r.* from listed
     join memberships m on m.participant_id = $2
       and m.listed_at between hours[cardinality(hours)] and hours[skipped + 1] ${but}
     cross join lateral (select * from rooms where id = m.room_id offset 0) r
     order by ${movedAt} desc, r.id desc
     offset (select skipped + 1 - array_position(hours, hours[skipped + 1]) from listed)
     limit ${take}
   ) r`;
const newestFew = newestOfCaller("0", "$1::bigint");

/** ORDER-1: pinned rooms come first, in order of pinning; they are few and have an index. */
const selectRooms = namedStatement<RoomRow>(
  "rooms-list",
  `with pinned as materialized (
     select room_id, row_number() over (order by pinned_version) as position from memberships
     where participant_id = $2 and pinned_version is not null
   ), pins as materialized (select count(*) as total, coalesce(array_agg(room_id), '{}') as ids from pinned)
   select ${whole} from (
     select r.*, pinned.position from pinned
     cross join lateral (select * from rooms where id = pinned.room_id offset 0) r
     where pinned.position > $1::bigint and pinned.position <= $1 + $3::bigint
     union all select r.*, null from ${newestOfCaller(
       "greatest($1 - (select total from pins), 0)",
       "greatest($3 - greatest((select total from pins) - $1, 0), 0)",
       "and room_id <> all ((select ids from pins)::bigint[])",
     )}
   ) r ${beside} ${mineByKey} order by r.position, ${movedAt} desc, r.id desc`,
);
const selectRoomsWithout = namedStatement<RoomRow>(
  "rooms-list-without",
  `select ${whole} from ${newestFew} ${beside} ${mine} where r.id <> all ($3::bigint[])
   order by ${movedAt} desc, r.id desc`,
);
/** ROOM-3c: finds the rooms that `$2` holds without reading their other rooms. */
const heldOrder = orderBy("$4", "m.pinned_version", waitsOn("$2"), movedAt);
const selectHeld = namedStatement<RoomRow>(
  "rooms-list-held",
  `select ${whole} from (
     select r.* from rooms r ${mineByKey} where r.holder_id = $2
     order by ${heldOrder} offset $1::bigint limit $3
   ) r ${beside} ${mineByKey} order by ${heldOrder}`,
);
const selectEach = namedStatement<RoomRow>(
  "rooms-list-each",
  `select ${whole} from unnest($1::bigint[]) with ordinality listed (id, position) join rooms r on r.id = listed.id
   ${beside} ${mineByKey} order by listed.position`,
);
const countRooms = namedStatement<{ total: number }>(
  "rooms-count",
  "select count(*) as total from memberships where participant_id = $1",
);
const selectChannels = namedStatement<AccessRow>(
  "rooms-channels",
  `select ${access} from ${newestFew} ${mine} order by ${movedAt} desc, r.id desc`,
);
const selectUnread = namedStatement<AccessRow>(
  "rooms-unread",
  `select ${accessOf("$1")} from memberships m join rooms r on r.id = m.room_id
   where m.participant_id = $1 and (r.messages_total > m.read_ordinal or m.unread_from is not null)
   order by ${movedAt} desc, r.id desc`,
);
const selectEachAccess = namedStatement<AccessRow>(
  "rooms-access-each",
  `select ${access} from unnest($1::bigint[]) asked (id) join rooms r on r.id = asked.id ${mine}`,
);
const selectMemberRooms = namedStatement<{ name: string }>(
  "rooms-member-names",
  `select r.name from rooms r join memberships m on m.room_id = r.id
   where r.name = any($2::text[]) and m.participant_id = $1`,
);
const selectLeave = byRef(
  "rooms-has-left",
  (named) => `select from room_events e
   where room_id = (select id from rooms r where ${named}) and participant_id = $2 and kind = 'leave'
     and not exists (select from memberships where room_id = e.room_id and participant_id = $2) limit 1`,
);
// Ids are JSON, since the driver turns numbers in arrays into strings.
const selectAudiences = namedStatement<RoomAudience>(
  "rooms-audiences",
  `select id as "roomId", name, members_seq as "membersSeq",
     coalesce((select json_agg(participant_id) from memberships where room_id = id), '[]') as "memberIds"
   from rooms where id = any($1::bigint[])`,
);

export function createRoomStore(pool: StatementPool): RoomStore {
  return {
    async findAccess(ref, participantId) {
      const [row] = await selectAccess[ref.by](pool, [ref.id, participantId]);
      return row ? withMarker(row) : null;
    },
    async findRoom(ref, participantId) {
      const [row] = await selectRoom[ref.by](pool, [ref.id, participantId]);
      return row ? withMarker(row) : null;
    },
    async listRooms(participantId, skip, take) {
      // Run in parallel, since counting thousands of rooms takes about as long as reading the page.
      const [[counted], rows] = await Promise.all([
        countRooms(pool, [participantId]),
        selectRooms(pool, [skip, participantId, take]),
      ]);
      return { rooms: rows.map(withMarker), total: counted?.total ?? 0 };
    },
    async listNewest(participantId, skip, take) {
      return (await selectRooms(pool, [skip, participantId, take])).map(withMarker);
    },
    async listHeld(participantId, sort, skip, take) {
      return (await selectHeld(pool, [skip, participantId, take, sort])).map(withMarker);
    },
    async walkRooms(participantId, list, skip, take) {
      const { counts, ids } = await walkRooms(pool, participantId, list, skip, take);
      return { rooms: await this.listEach(ids, participantId), counts };
    },
    async listAccess(participantId, take) {
      return (await selectChannels(pool, [take, participantId])).map(withMarker);
    },
    async listUnread(participantId) {
      const rooms = (await selectUnread(pool, [participantId])).map(withMarker);
      return rooms.filter(({ messagesTotal, marker }) => unreadCount(messagesTotal, marker) > 0);
    },
    async listRoomsWithout(participantId, take, roomIds) {
      return (await selectRoomsWithout(pool, [take, participantId, roomIds])).map(withMarker);
    },
    listEach: async (ids, participantId) => (await selectEach(pool, [ids, participantId])).map(withMarker),
    async findEachAccess(roomIds, participantId) {
      return roomIds.length === 0 ? [] : (await selectEachAccess(pool, [roomIds, participantId])).map(withMarker);
    },
    async findMemberRooms(participantId, names) {
      const rows = await selectMemberRooms(pool, [participantId, names]);
      return rows.map(({ name }) => name);
    },
    listMembers: (roomId, skip, take) => listMembers(pool, roomId, skip, take),
    listAudiences: (roomIds) => selectAudiences(pool, [roomIds]),
    hasLeft: async (ref, participantId) => (await selectLeave[ref.by](pool, [ref.id, participantId])).length > 0,
    ...createRoomWriter(pool),
  };
}

function withMarker<Row extends MarkerRow>({ readSeq, readOrdinal, uncounted, isMarked, ...room }: Row) {
  const isMember = readSeq !== null && readOrdinal !== null;
  return { ...room, marker: isMember ? { readSeq, readOrdinal, uncounted, isMarked } : null };
}
