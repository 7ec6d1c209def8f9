import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { chunkMessagesMax } from "./cut-chunks.ts";
import type { IndexBatch, IndexedOffer, LogSpan, RoomState, StoredMessage } from "./index-store.ts";
import { columnsOf, writeChunks } from "./write-chunks.pg.ts";

/** Joins words by spaces, which never occur in a word. */
const listsOf = (rows: readonly { readonly words: ReadonlySet<string> }[]): string[] =>
  rows.map(({ words }) => [...words].join(" "));

interface ComparedRow {
  readonly id: number;
  readonly isBehind: boolean;
}

const selectComparedRooms = namedStatement<ComparedRow>(
  "search-compare-rooms",
  `select r.id, r.last_seq > coalesce(s.log_seq, 0) or r.offer_id is null and not exists (
       select from search_offers o join participants p on p.id = r.customer_id
       where o.room_id = r.id and o.offer_version = 1 and o.customer_name = p.name) as "isBehind"
   from (select id, last_seq, offer_id, customer_id from rooms where id > $1 order by id limit $2) r
     left join lateral (select log_seq from search_rooms where room_id = r.id limit 1) s on true
   order by r.id`,
);
const selectComparedOffers = namedStatement<ComparedRow>(
  "search-compare-offers",
  `select o.id, (s.offer_version, s.customer_name, s.room_id) is distinct from (o.version, p.name, r.id) as "isBehind"
   from (select id, version, customer_id from offers where id > $1 order by id limit $2) o
     join lateral (select name from participants where id = o.customer_id limit 1) p on true
     left join lateral (select id from rooms where offer_id = o.id limit 1) r on true
     left join lateral (select * from search_offers where offer_id = o.id limit 1) s on true
   order by o.id`,
);
const selectComparedPeople = namedStatement<ComparedRow>(
  "search-compare-people",
  `select p.id, s.name is distinct from p.name as "isBehind"
   from (select id, name from participants where id > $1 order by id limit $2) p
     left join lateral (select name from search_people where participant_id = p.id limit 1) s on true
   order by p.id`,
);

const selectRooms = namedStatement<RoomState>(
  "search-rooms",
  `select r.id, r.offer_id as "offerId", r.last_seq as "lastSeq",
     coalesce((select log_seq from search_rooms where room_id = r.id), 0) as "logSeq",
     (s.offer_id, s.offer_version, s.customer_name) is distinct from (r.offer_id, coalesce(o.version, 1), p.name) as "isOld",
     case when c.messages < $2 then c.first_seq end as "openSeq"
   from unnest($1::bigint[]) with ordinality asked (id, turn) join rooms r on r.id = asked.id
     left join offers o on o.id = r.offer_id join participants p on p.id = r.customer_id
     left join search_offers s on s.room_id = r.id
     left join lateral (
       select first_seq, messages from search_chunks where room_id = r.id order by first_seq desc limit 1) c on true
   order by asked.turn`,
);

const selectMessages = namedStatement<StoredMessage>(
  "search-messages",
  `select m.room_id as "roomId", m.seq, m.author_id as "authorId", m.created_at::text as at, m.body as text,
     (select name from files where id = m.file_id) as "fileName", m.deleted_at is not null as "isDeleted"
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) span (room_id, first_seq, last_seq)
     join messages m on m.room_id = span.room_id and m.seq between span.first_seq and span.last_seq
   order by m.room_id, m.seq`,
);
const span = `room_id as "roomId", first_seq as "firstSeq", last_seq as "lastSeq"`;
const selectUnread = namedStatement<LogSpan>(
  "search-unread",
  `select ${span} from search_chunks where words is null order by room_id, first_seq limit $1`,
);

const rebuildUpto = "(select value from settings where key = 'search_rebuilt')";
const selectRebuild = namedStatement<{ upto: string | null }>("search-rebuild", `select ${rebuildUpto} as upto`);
const selectForRebuild = namedStatement<LogSpan>(
  "search-rebuild-next",
  `select ${span} from search_chunks where (room_id, first_seq) > ($1, $2) order by room_id, first_seq limit $3`,
);
const saveRebuild = namedStatement(
  "search-save-rebuild",
  `with over as (delete from settings where key = 'search_rebuilt' and $1::text is null)
   update settings set value = $1 where key = 'search_rebuilt' and $1 is not null`,
);

const saveRooms = namedStatement(
  "search-save-rooms",
  `insert into search_rooms (room_id, log_seq) select * from unnest($1::bigint[], $2::bigint[])
   on conflict (room_id) do update set log_seq = excluded.log_seq`,
);

const carTexts = (row: string): string =>
  `array_remove(array[concat_ws(' ', ${row}.make, ${row}.model, ${row}.engine), ${row}.year::text, ${row}.vin, ${row}.plate], null)`;
const selectOffers = namedStatement<IndexedOffer>(
  "search-offers",
  `select r.id as "roomId", r.name, o.id as "offerId", o.version, p.name as "customerName", ${carTexts("o")} || coalesce((
       select array_agg(line.text) from offer_lines l, unnest(array[l.code, l.brand, l.name]) line (text)
       where l.offer_id = o.id), '{}') as texts
   from unnest($1::bigint[]) asked (id) join offers o on o.id = asked.id join participants p on p.id = o.customer_id
     left join lateral (select id, name from rooms where offer_id = o.id limit 1) r on true`,
);
const selectRequests = namedStatement<IndexedOffer>(
  "search-requests",
  `select r.id as "roomId", r.name, null as "offerId", 1 as version, p.name as "customerName", ${carTexts("q")} as texts
   from unnest($1::bigint[]) asked (id) join rooms r on r.id = asked.id join requests q on q.id = r.request_id
     join participants p on p.id = r.customer_id`,
);
const forgetRequests = namedStatement(
  "search-forget-requests",
  "delete from search_offers where room_id = any($1::bigint[]) and offer_id is null",
);
const saveOffers = namedStatement(
  "search-save-offers",
  `insert into search_offers (offer_id, room_id, offer_version, customer_name, words)
   select id, room_id, version, name, array_to_tsvector(string_to_array(words, ' '))
   from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::text[]) offer (id, room_id, version, name, words)
   on conflict (offer_id) do update set room_id = excluded.room_id, offer_version = excluded.offer_version,
     customer_name = excluded.customer_name, words = excluded.words`,
);

const selectPeople = namedStatement<{ id: number; name: string }>(
  "search-people",
  "select id, name from participants where id = any($1::bigint[])",
);
const savePeople = namedStatement(
  "search-save-people",
  `insert into search_people (participant_id, name, words)
   select id, name, array_to_tsvector(string_to_array(words, ' ')) from unnest($1::bigint[], $2::text[], $3::text[])
     person (id, name, words)
   on conflict (participant_id) do update set name = excluded.name, words = excluded.words`,
);

export function createIndexBatch(client: StatementPool): IndexBatch {
  return {
    compareRooms: (afterId, take) => selectComparedRooms(client, [afterId, take]),
    compareOffers: (afterId, take) => selectComparedOffers(client, [afterId, take]),
    comparePeople: (afterId, take) => selectComparedPeople(client, [afterId, take]),
    findRooms: (ids) => selectRooms(client, [ids, chunkMessagesMax]),
    listMessages: (spans) => selectMessages(client, columnsOf(spans, "roomId", "firstSeq", "lastSeq")),
    listUnread: (take) => selectUnread(client, [take]),
    async listForRebuild(take) {
      const [setting] = await selectRebuild(client, []);
      const upto = setting?.upto ?? null;
      return upto === null ? null : await selectForRebuild(client, [...upto.split(" "), take]);
    },
    async saveRebuild(upto) {
      await saveRebuild(client, [upto === null ? null : `${upto.roomId} ${upto.firstSeq}`]);
    },
    writeChunks: (writes) => writeChunks(client, writes),
    async saveRooms(rooms) {
      await saveRooms(client, columnsOf(rooms, "id", "logSeq"));
    },
    findOffers: (ids) => selectOffers(client, [ids]),
    findRequests: (roomIds) => selectRequests(client, [roomIds]),
    async saveOffers(offers) {
      await forgetRequests(client, columnsOf(offers, "roomId"));
      await saveOffers(client, [...columnsOf(offers, "offerId", "roomId", "version", "customerName"), listsOf(offers)]);
    },
    findPeople: (ids) => selectPeople(client, [ids]),
    async savePeople(people) {
      await savePeople(client, [...columnsOf(people, "id", "name"), listsOf(people)]);
    },
  };
}
