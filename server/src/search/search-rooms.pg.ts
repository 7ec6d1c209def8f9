import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { nextOf } from "./search-chunks.pg.ts";
import { anyOf } from "./search-terms.ts";
import type { NamedSomebody, SearchedRoom, SearchReader } from "./search-store.ts";

/** Maximum numbers of rooms and people from the index; a word with more is common. */
const foundMax = 5000;
const peopleMax = 1000;
/** Maximum number of rooms that a search considers per offer or per person. */
const roomsMax = 1200;

interface IdRow {
  readonly roomId: number;
}

const selectFound = namedStatement<{ total: number; roomIds: readonly number[] }>(
  "find-rooms",
  `with found as materialized (
     select room_id from search_offers where room_id is not null and words @@ $2::tsquery and (words @@ $3::tsquery) is not false limit ${foundMax} + 1
   ), mine as materialized (
     select room_id, listed_at from memberships where participant_id = $1
   ), own as (
     select room_id, listed_at from found join mine using (room_id) where (select count(*) from found) <= ${foundMax}
   )
   select (select count(*) from found) as total, coalesce((
     select json_agg(room_id) from (select room_id from own order by listed_at desc, room_id limit ${roomsMax}) newest), '[]') as "roomIds"`,
);
const selectPeople = namedStatement<NamedSomebody>(
  "find-people",
  `select participant_id as id, array(select s.words @@ clause from unnest($1::tsquery[]) clause) as clauses
   from (select * from search_people where words @@ $2::tsquery limit ${peopleMax} + 1) s`,
);
/** Finds rooms of $1 that have people $2 and whose offer matches $3, and those in $4. */
const selectOfPeople = namedStatement<IdRow>(
  "find-rooms-of",
  `with mine as materialized (select room_id, listed_at from memberships where participant_id = $1),
   theirs as materialized (
     select distinct mine.* from unnest($2::bigint[]) person (id) join memberships m on m.participant_id = person.id
     join mine using (room_id))
   select room_id as "roomId" from (
     select theirs.* from theirs cross join lateral (
       select from search_offers where room_id = theirs.room_id and ($3::tsquery is null or words @@ $3) offset 0) passing
     union select mine.* from mine join unnest($4::bigint[]) offered (room_id) using (room_id)
   ) asked order by listed_at desc, room_id limit ${roomsMax}`,
);
/** Lists rooms of $1 after $3 and $4 in which each clause of $2 matches the offer or, if $6, a member's name. */
const selectWalked = namedStatement<IdRow & { listedAt: string; passes: boolean }>(
  "find-rooms-walked",
  `select m.room_id as "roomId", m.listed_at::text as "listedAt", not exists (
     select from unnest($2::tsquery[]) clause where not (s.words @@ clause or $6 and exists (
       select from memberships t join search_people p on p.participant_id = t.participant_id
       where t.room_id = m.room_id and p.words @@ clause))) as passes
   from (
     select room_id, listed_at from memberships where participant_id = $1
       and ($3::timestamptz is null or listed_at <= $3 and (listed_at < $3 or room_id > $4::bigint))
     order by listed_at desc, room_id limit $5
   ) m cross join lateral (select * from search_offers where room_id = m.room_id offset 0) s
   order by m.listed_at desc, m.room_id`,
);
/** Reads current rooms of member $1, in the order of `$2`; `$3` filters members by name. */
const selectRooms = namedStatement<SearchedRoom>(
  "find-rooms-read",
  `select r.id as "roomId", r.name, r.offer_id as "offerId", json_build_object('id', customer.id, 'name', customer.name) as customer,
     json_build_object('make', car.make, 'model', car.model, 'engine', car.engine, 'year', car.year, 'vin', car.vin, 'plate', car.plate) as vehicle,
     coalesce((
       select json_agg(json_build_object('id', l.id, 'code', l.code, 'brand', l.brand, 'name', l.name) order by l.position)
       from offer_lines l where l.offer_id = r.offer_id), '[]') as lines,
     coalesce((
       select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id)
       from memberships t join search_people s on s.participant_id = t.participant_id join participants p on p.id = t.participant_id
       where t.room_id = r.id and ($3::tsquery is null or s.words @@ $3)), '[]') as people
   from unnest($2::bigint[]) with ordinality asked (id, position)
   cross join lateral (select from memberships where room_id = asked.id and participant_id = $1 offset 0) mine
   cross join lateral (select * from rooms where id = asked.id offset 0) r
   cross join lateral (
     select make, model, engine, year, vin, plate from offers where id = r.offer_id
     union all select make, model, engine, year, vin, plate from requests where id = r.request_id and r.offer_id is null) car
   cross join lateral (select id, name from participants where id = r.customer_id offset 0) customer
   order by asked.position`,
);

export function roomReader(
  session: StatementPool,
  callerId: number,
): Pick<SearchReader, "findRooms" | "findPeople" | "addRoomsOf" | "walkRooms" | "readRooms"> {
  return {
    async findRooms({ found, checked }) {
      const [row] = await selectFound(session, [callerId, found, checked]);
      return row === undefined || row.total > foundMax ? null : row.roomIds;
    },
    async findPeople(clauses) {
      const people = await selectPeople(session, [clauses, anyOf(clauses)]);
      return people.length > peopleMax ? null : people;
    },
    async addRoomsOf(roomIds, peopleIds, rest) {
      return (await selectOfPeople(session, [callerId, peopleIds, rest, roomIds])).map(({ roomId }) => roomId);
    },
    async walkRooms(clauses, after, take, isByPeople) {
      const rows = await selectWalked(session, [
        callerId,
        clauses,
        after?.listedAt ?? null,
        after?.roomId ?? null,
        take,
        isByPeople,
      ]);
      return { roomIds: rows.filter(({ passes }) => passes).map(({ roomId }) => roomId), next: nextOf(rows, take) };
    },
    readRooms: (roomIds, names) => selectRooms(session, [callerId, roomIds, names]),
  };
}
