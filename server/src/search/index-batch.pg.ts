import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { chunkMessagesMax } from "./chunk-limits.ts";
import { columnsOf, listOfWords } from "./columns.ts";
import type { IndexBatch, IndexedOffer, LogSpan, RoomState, StoredMessage } from "./index-store.ts";
import { writeChunks } from "./write-chunks.pg.ts";

/** Counted up by each rebuild. */
const wantedGeneration = `coalesce((select value::integer from settings where key = 'search_generation'), 0)`;

const selectCompared = namedStatement<{ id: number; is_behind: boolean }>(
  "search-compare-rooms",
  `select r.id, s.room_id is null or r.last_seq > s.log_seq or s.generation <> ${wantedGeneration} or s.rebuilt_seq is not null
     or s.offer_version is distinct from o.version or s.customer_name is distinct from p.name as is_behind
   from (select * from rooms where id > $1 order by id limit $2) r
     join lateral (select * from offers where id = r.offer_id limit 1) o on true
     join lateral (select name from participants where id = o.customer_id limit 1) p on true
     left join lateral (select * from search_rooms where room_id = r.id limit 1) s on true
   order by r.id`,
);

const selectRooms = namedStatement<RoomState>(
  "search-rooms",
  `select r.id, o.id as "offerId", r.last_seq as "lastSeq", coalesce(s.log_seq, 0) as "logSeq", s.generation, s.rebuilt_seq as "rebuiltSeq",
     ${wantedGeneration} as "wantedGeneration",
     s.offer_version is distinct from o.version or s.customer_name is distinct from p.name as "hasOldOffer",
     case when c.messages < $2 then c.first_seq end as "openSeq"
   from unnest($1::bigint[]) with ordinality asked (id, turn) join rooms r on r.id = asked.id
     join offers o on o.id = r.offer_id join participants p on p.id = o.customer_id
     left join search_rooms s on s.room_id = r.id
     left join lateral (
       select first_seq, messages from search_chunks where room_id = r.id order by first_seq desc limit 1) c on true
   order by asked.turn`,
);

const selectMessages = namedStatement<StoredMessage>(
  "search-messages",
  `select m.room_id as "roomId", m.seq, m.author_id as "authorId", m.created_at::text as at, m.body as text,
     f.name as "fileName", m.deleted_at is not null as "isDeleted"
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) span (room_id, first_seq, last_seq)
     join messages m on m.room_id = span.room_id and m.seq between span.first_seq and span.last_seq
     left join files f on f.id = m.file_id
   order by m.room_id, m.seq`,
);

const saveRooms = namedStatement(
  "search-save-rooms",
  `insert into search_rooms (room_id, log_seq, rebuilt_seq, generation)
   select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[])
   on conflict (room_id) do update set log_seq = excluded.log_seq, rebuilt_seq = excluded.rebuilt_seq,
     generation = excluded.generation`,
);

const selectOffers = namedStatement<IndexedOffer>(
  "search-offers",
  `select r.id as "roomId", o.id as "offerId", o.version, p.name as "customerName",
     array_remove(array[concat_ws(' ', o.make, o.model, o.engine), o.year::text, o.vin, o.plate], null) || coalesce((
       select array_agg(line.text) from offer_lines l, unnest(array[l.code, l.brand, l.name]) line (text)
       where l.offer_id = o.id), '{}') as texts
   from unnest($1::bigint[]) asked (id) join offers o on o.id = asked.id join participants p on p.id = o.customer_id
     left join lateral (select id from rooms where offer_id = o.id limit 1) r on true`,
);

const saveOffers = namedStatement(
  "search-save-offers",
  `with listed as (
     insert into search_offers (offer_id, offer_version, customer_name, generation, words)
     select id, version, name, ${wantedGeneration}, array_to_tsvector(string_to_array(words, ' '))
     from unnest($1::bigint[], $3::integer[], $4::text[], $5::text[]) offer (id, version, name, words)
     on conflict (offer_id) do update set offer_version = excluded.offer_version, customer_name = excluded.customer_name,
       generation = excluded.generation, words = excluded.words
   )
   insert into search_rooms (room_id, offer_version, customer_name, words)
   select room_id, version, name, array_to_tsvector(string_to_array(words, ' '))
   from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[]) offer (room_id, version, name, words)
   where room_id is not null
   on conflict (room_id) do update set offer_version = excluded.offer_version, customer_name = excluded.customer_name,
     words = excluded.words`,
);

const selectComparedOffers = namedStatement<{ id: number; isBehind: boolean }>(
  "search-compare-offers",
  `select o.id, s.offer_version is distinct from o.version or s.customer_name is distinct from p.name
       or s.generation <> ${wantedGeneration} as "isBehind"
   from (select id, version, customer_id from offers where id > $1 order by id limit $2) o
     join lateral (select name from participants where id = o.customer_id limit 1) p on true
     left join lateral (
       select offer_version, customer_name, generation from search_offers where offer_id = o.id limit 1) s on true
   order by o.id`,
);

const selectUnread = namedStatement<LogSpan>(
  "search-unread",
  `select room_id as "roomId", first_seq as "firstSeq", last_seq as "lastSeq" from search_chunks where words is null
   order by room_id, first_seq limit $1`,
);

const forgetChunks = namedStatement<{ id: number; upto: number | null }>(
  "search-forget",
  `with next as (
     select c.* from unnest($1::bigint[], $2::bigint[]) room (id, after_seq) cross join lateral (
       select room_id, first_seq from search_chunks where room_id = room.id and first_seq > room.after_seq
       order by first_seq limit $3) c
   ), forgotten as (
     update search_chunks c set words = null from next where c.room_id = next.room_id and c.first_seq = next.first_seq
   )
   select room_id as id, case when count(*) = $3 then max(first_seq) end as upto from next group by room_id`,
);

const selectPeople = namedStatement<{ id: number; name: string; is_behind: boolean }>(
  "search-compare-people",
  `select p.id, p.name, s.name is distinct from p.name as is_behind
   from (select id, name from participants where id > $1 order by id limit $2) p
     left join lateral (select name from search_people where participant_id = p.id limit 1) s on true
   order by p.id`,
);

const savePeople = namedStatement(
  "search-save-people",
  `insert into search_people (participant_id, name, words)
   select id, name, array_to_tsvector(string_to_array(words, ' ')) from unnest($1::bigint[], $2::text[], $3::text[])
     person (id, name, words)
   on conflict (participant_id) do update set name = excluded.name, words = excluded.words`,
);

/** What runs inside a batch's transaction. */
export function createIndexBatch(client: StatementPool): IndexBatch {
  return {
    async compareRooms(afterId, take) {
      const rows = await selectCompared(client, [afterId, take]);
      return rows.map(({ id, is_behind: isBehind }) => ({ id, isBehind }));
    },
    findRooms: (ids) => selectRooms(client, [ids, chunkMessagesMax]),
    listMessages: (spans) => selectMessages(client, columnsOf(spans, "roomId", "firstSeq", "lastSeq")),
    writeChunks: (writes) => writeChunks(client, writes),
    async saveRooms(rooms) {
      await saveRooms(client, columnsOf(rooms, "id", "logSeq", "rebuiltSeq", "generation"));
    },
    findOffers: (offerIds) => selectOffers(client, [offerIds]),
    async saveOffers(offers) {
      const words = offers.map((offer) => listOfWords(offer.words));
      await saveOffers(client, [...columnsOf(offers, "offerId", "roomId", "version", "customerName"), words]);
    },
    compareOffers: (afterId, take) => selectComparedOffers(client, [afterId, take]),
    listUnread: (take) => selectUnread(client, [take]),
    async forgetChunks(rooms, take) {
      const rows = await forgetChunks(client, [...columnsOf(rooms, "id", "afterSeq"), take]);
      return new Map(rows.map(({ id, upto }) => [id, upto]));
    },
    async comparePeople(afterId, take) {
      const rows = await selectPeople(client, [afterId, take]);
      return rows.map(({ id, name, is_behind: isBehind }) => ({ id, name, isBehind }));
    },
    async savePeople(people) {
      const words = people.map((person) => listOfWords(person.words));
      await savePeople(client, [...columnsOf(people, "id", "name"), words]);
    },
  };
}
