import { insideMark } from "@cuplaj/protocol/search-text.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { Chunk, RoomChunks, SearchedMessage, SearchReader, WalkPosition } from "./search-store.ts";
import type { MessageFilter, Terms } from "./search-terms.ts";

/** Maximum number of chunks to examine through the index; a term with more is common, and is found by walking the newest rooms. */
const foundMax = 5000;
const roomsMax = 2000;
/** For each walked room, how many of the newest chunks are examined, and how many of those that match are read. */
const walkedMax = 300;
const takenMax = 8;

type Pairs = readonly (readonly [firstSeq: number, lastSeq: number])[];
interface RoomRow {
  readonly roomId: number;
  readonly chunks: Pairs;
  readonly isCut: boolean;
}
interface WalkRow extends RoomRow {
  readonly listedAt: string;
}

/** SQL: whether the chunk has messages in the requested time; $2 is from, $3 until. */
const inTime = "($2::timestamptz is null or ended_at >= $2) and ($3::timestamptz is null or begun_at < $3)";
/** SQL: whether a chunk's words match `$4`, or the chunk has no words and must be read from its messages. */
const passes = "(words is null or $4::tsquery is null or words @@ $4)";
const pairs = "json_agg(json_build_array(first_seq, last_seq) order by first_seq desc)";

/** Finds chunks through the index, and then their rooms. $1 is the caller, $4 the index query, $5 a room or null, $6 the check per row. */
const selectFound = namedStatement<{ total: number; rooms: readonly RoomRow[] }>(
  "find-chunks",
  `with found as materialized (
     select room_id, first_seq, last_seq, begun_at, ended_at, (words @@ $6::tsquery) is not false as passes
     from search_chunks where words @@ $4::tsquery limit ${foundMax} + 1
   ), mine as materialized (
     select room_id from memberships where participant_id = $1 and ($5::bigint is null or room_id = $5)
   ), own as (
     select room_id, first_seq, last_seq, ended_at from found join mine using (room_id)
     where (select count(*) from found) <= ${foundMax} and passes and ${inTime}
     union all
     select c.room_id, c.first_seq, c.last_seq, c.ended_at from mine cross join lateral (
       select * from search_chunks where room_id = mine.room_id and words is null and ${inTime}
       order by first_seq desc limit ${walkedMax}) c
   )
   select (select count(*) from found) as total, coalesce((
     select json_agg(json_build_object('roomId', room_id, 'chunks', chunks, 'isCut', false) order by newest desc, room_id)
     from (select room_id, ${pairs} as chunks, max(ended_at) as newest from own
       group by room_id order by newest desc, room_id limit ${roomsMax}) rooms), '[]') as rooms`,
);

/** SQL for those of room `m`'s newest chunks that match. The filter is outside the limit, so that no other chunks are read. */
const newestPassing = `cross join lateral (
    select coalesce(${pairs}, '[]') as chunks, count(*) = ${takenMax} or exists (
      select from search_chunks where room_id = m.room_id order by first_seq desc offset ${walkedMax} limit 1) as "isCut"
    from (
      select first_seq, last_seq from (
        select * from search_chunks where room_id = m.room_id and ${inTime} order by first_seq desc limit ${walkedMax}
      ) newest where ${passes} limit ${takenMax}
    ) passing
  ) c`;
/** $5 and $6 are the last room of the previous portion, $7 the number of rooms. */
const selectWalked = namedStatement<WalkRow>(
  "find-chunks-walked",
  `select m.room_id as "roomId", m.listed_at::text as "listedAt", c.* from (
     select room_id, listed_at from memberships where participant_id = $1
       and ($5::timestamptz is null or listed_at <= $5 and (listed_at < $5 or room_id > $6::bigint))
     order by listed_at desc, room_id limit $7
   ) m ${newestPassing}`,
);
const selectOf = namedStatement<RoomRow>(
  "find-chunks-of",
  `select m.room_id as "roomId", c.* from unnest($5::bigint[]) asked (id) cross join lateral (
     select * from memberships where room_id = asked.id and participant_id = $1 offset 0) m ${newestPassing}`,
);
/** $5 is the room; only chunks below the `seq` in $6 count. */
const selectRoomWalked = namedStatement<{ firstSeq: number; lastSeq: number; passes: boolean }>(
  "find-chunks-of-one",
  `select c.first_seq as "firstSeq", c.last_seq as "lastSeq", ${passes} and ${inTime} as passes
   from memberships m cross join lateral (
     select * from search_chunks where room_id = m.room_id and ($6::bigint is null or first_seq < $6)
     order by first_seq desc limit ${walkedMax}) c
   where m.room_id = $5 and m.participant_id = $1 order by c.first_seq desc`,
);
const unmarked = `ltrim(beginning, '${insideMark}')`;
/** SQL for the messages that have each prefix in $9, in either spelling. Words are in byte order, so those with the same prefix are contiguous. */
const numbersOfAll = `array(
  select number from unnest($9::text[]) beginning cross join lateral (
    select beginning || lexemes[width_bucket(beginning collate "C", lexemes) + 1 : width_bucket(beginning || chr(1114111) collate "C", lexemes)] as begun
    from tsvector_to_array(words) lexemes) word
  cross join unnest(ts_filter(setweight(words, 'A', begun), '{a}')) marked cross join unnest(marked.positions) number
  group by number having count(distinct ${unmarked}) = (select count(distinct ${unmarked}) from unnest($9) beginning))`;
/** FIND-2a: reads a chunk's candidate messages, or all if the chunk has no words. The same statement checks membership and deletion. */
const selectMessages = namedStatement<SearchedMessage>(
  "find-messages",
  `select m.id, m.room_id as "roomId", m.seq, m.body as text, f.name as "fileName", m.author_id as "authorId",
     ${wireTime("m.created_at")} as "createdAt"
   from unnest($2::bigint[], $3::bigint[], $4::bigint[]) chunk (room_id, first_seq, last_seq)
   cross join lateral (select from memberships where room_id = chunk.room_id and participant_id = $1 offset 0) mine
   left join lateral (
     select ${numbersOfAll} as numbers, (select ordinal from messages where room_id = chunk.room_id and seq = chunk.first_seq) as first
     from search_chunks where room_id = chunk.room_id and first_seq = chunk.first_seq
       and words is not null and cardinality($9) > 0 offset 0) told on true
   cross join lateral (
     select * from (
       select * from messages where told.numbers is null and room_id = chunk.room_id and seq between chunk.first_seq and chunk.last_seq
       union all
       select each.* from unnest(told.numbers) number cross join lateral (
         select * from messages where room_id = chunk.room_id and ordinal = told.first + number - 1 offset 0) each
       where each.seq <= chunk.last_seq
     ) named
     where deleted_at is null and ($5::bigint is null or author_id = $5) and ($6::timestamptz is null or created_at >= $6)
       and ($7::timestamptz is null or created_at < $7) and (not $8::boolean or file_id is not null) offset 0) m
   left join lateral (select name from files where id = m.file_id offset 0) f on true
   order by m.room_id, m.seq desc`,
);

export function chunkReader(
  session: StatementPool,
  callerId: number,
): Pick<SearchReader, "findChunks" | "walkChunks" | "chunksOf" | "walkRoom" | "readMessages"> {
  const asked = ({ from, until }: MessageFilter, term: Terms[keyof Terms]) => [callerId, from, until, term];
  return {
    async findChunks({ found, checked }, filter, roomId) {
      if (found === null) return null;
      const [row] = await selectFound(session, [...asked(filter, found), roomId, checked]);
      return row === undefined || row.total > foundMax ? null : row.rooms.map(toRoomChunks);
    },
    async walkChunks({ checked }, filter, after, take) {
      const position = [after?.listedAt ?? null, after?.roomId ?? null];
      const rows = await selectWalked(session, [...asked(filter, checked), ...position, take]);
      return { rooms: rows.map(toRoomChunks), next: nextOf(rows, take) };
    },
    async chunksOf({ checked }, filter, roomIds) {
      return (await selectOf(session, [...asked(filter, checked), roomIds])).map(toRoomChunks);
    },
    async walkRoom({ checked }, filter, roomId, beforeSeq) {
      const rows = await selectRoomWalked(session, [...asked(filter, checked), roomId, beforeSeq]);
      const chunks = rows.filter((row) => row.passes).map(({ firstSeq, lastSeq }) => ({ roomId, firstSeq, lastSeq }));
      return { chunks, beforeSeq: rows.length < walkedMax ? null : (rows.at(-1)?.firstSeq ?? null) };
    },
    async readMessages(chunks, { authorId, from, until, hasFile }, beginnings) {
      const keys = [chunks.map(({ roomId }) => roomId), chunks.map(firstOf), chunks.map(lastOf)];
      return await selectMessages(session, [callerId, ...keys, authorId, from, until, hasFile, beginnings]);
    },
  };
}

const firstOf = ({ firstSeq }: Chunk): number => firstSeq;
const lastOf = ({ lastSeq }: Chunk): number => lastSeq;

const toRoomChunks = ({ roomId, chunks, isCut }: RoomRow): RoomChunks => ({
  roomId,
  chunks: chunks.map(([firstSeq, lastSeq]) => ({ roomId, firstSeq, lastSeq })),
  isCut,
});

/** Returns where to continue; null after the last portion. */
export function nextOf(rows: readonly { roomId: number; listedAt: string }[], take: number): WalkPosition | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < take ? null : { listedAt: last.listedAt, roomId: last.roomId };
}
