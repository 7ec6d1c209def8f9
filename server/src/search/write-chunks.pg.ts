import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { ChunkWrite } from "./index-store.ts";

export const columnsOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));

/** Formats a `tsvector` literal with message numbers as positions; letters and digits need no escaping. */
const listOfNumberedWords = (words: ReadonlyMap<string, readonly number[]>): string =>
  Array.from(words, ([word, at]) => `'${word}':${at.join(",")}`).join(" ");

const dropChunks = namedStatement(
  "search-drop-chunks",
  `delete from search_chunks c using unnest($1::bigint[], $2::bigint[], $3::bigint[]) span (room_id, first_seq, last_seq)
   where c.room_id = span.room_id and c.first_seq between span.first_seq and span.last_seq`,
);

const addChunks = namedStatement(
  "search-add-chunks",
  `insert into search_chunks (room_id, first_seq, last_seq, messages, begun_at, ended_at, words)
   select room_id, first_seq, last_seq, messages, begun_at, ended_at, words::tsvector
   from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::timestamptz[], $6::timestamptz[], $7::text[])
     chunk (room_id, first_seq, last_seq, messages, begun_at, ended_at, words)`,
);

export async function writeChunks(client: StatementPool, writes: readonly ChunkWrite[]): Promise<void> {
  if (writes.length === 0) return;
  await dropChunks(client, columnsOf(writes, "roomId", "firstSeq", "lastSeq"));
  const chunks = writes.flatMap(({ roomId, chunk }) =>
    chunk === null ? [] : [{ ...chunk, roomId, words: listOfNumberedWords(chunk.words) }],
  );
  if (chunks.length === 0) return;
  await addChunks(
    client,
    columnsOf(chunks, "roomId", "firstSeq", "lastSeq", "messages", "begunAt", "endedAt", "words"),
  );
}
