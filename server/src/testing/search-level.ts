import { indexedWords } from "@cuplaj/protocol/search-text.ts";
import type pg from "pg";
import { compareOffers, comparePeople, compareRooms, rereadChunks } from "../search/index-portions.ts";
import { createIndexStore } from "../search/index-store.pg.ts";
import type { IndexBatch } from "../search/index-store.ts";
import { until } from "./server-process.ts";

/** Indexes everything for search, as a server does in the background; also works while a server is running. */
export async function indexForSearch(pool: pg.Pool): Promise<void> {
  const store = createIndexStore(pool);
  const inTurn = <T>(work: (batch: IndexBatch) => Promise<T>): Promise<T> =>
    until(async () => (await store.inBatch(work)) ?? undefined);
  for (const compare of [compareRooms, compareOffers, comparePeople])
    for (let [afterId, isEnd] = [0, false]; !isEnd;)
      ({ uptoId: afterId, isEnd } = await inTurn((batch) => compare(batch, afterId)));
  for (let isMore = true; isMore;) ({ isMore } = await inTurn(rereadChunks));
}

export async function untilSearchIsLevel(pool: pg.Pool): Promise<void> {
  await until(async () => ((await isLevel(pool)) ? true : undefined));
}

async function isLevel(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_level: boolean }>(
    `select not exists (select from search_chunks where words is null)
       and not exists (select from settings where key = 'search_rebuilt')
       and not exists (select from rooms r left join search_rooms s on s.room_id = r.id where coalesce(s.log_seq, 0) < r.last_seq)
       and not exists (select from offers o join participants p on p.id = o.customer_id left join rooms r on r.offer_id = o.id
         left join search_offers s on s.offer_id = o.id
         where (s.offer_version, s.customer_name, s.room_id) is distinct from (o.version, p.name, r.id))
       and not exists (select from rooms r join participants p on p.id = r.customer_id left join search_offers s on s.room_id = r.id
         where r.offer_id is null and s.customer_name is distinct from p.name)
       and not exists (select from participants p left join search_people s on s.participant_id = p.id
         where s.name is distinct from p.name) as is_level`,
  );
  return rows[0]?.is_level === true;
}

/** Lists differences between the index and the result of reading every message. */
export async function findIndexProblems(pool: pg.Pool): Promise<string[]> {
  const { rows: messages } = await pool.query<{
    room: number;
    seq: number;
    author: number;
    text: string;
    file: string | null;
  }>(
    `select m.room_id as room, m.seq, m.author_id as author, case when m.deleted_at is null then m.body end as text, f.name as file
     from messages m left join files f on f.id = m.file_id order by 1, 2`,
  );
  const { rows: chunks } = await pool.query<{
    room: number;
    first: number;
    last: number;
    total: number;
    words: string[];
  }>(
    `select room_id as room, first_seq as first, last_seq as last, messages as total, array(
       select concat(lexeme, ':', positions::text) from unnest(words)) as words
     from search_chunks order by 1, 2`,
  );
  const problems: string[] = [];
  let read = 0;
  for (const { room, first, last, total, words } of chunks) {
    const own = messages.filter((message) => message.room === room && message.seq >= first && message.seq <= last);
    read += own.length;
    const wanted = wordsOfChunk(own.map(wordsOf));
    const found = new Set(words);
    const name = `room ${room}, ${first} to ${last}`;
    if (own.length !== total || own[0]?.seq !== first || own.at(-1)?.seq !== last)
      problems.push(`${name}: other messages`);
    const wrong = [...found].filter((word) => !wanted.has(word)).concat([...wanted].filter((word) => !found.has(word)));
    if (wrong.length > 0) problems.push(`${name}: ${wrong.slice(0, 5).join(" ")}`);
  }
  if (read !== messages.length) problems.push(`${messages.length} messages, ${read} indexed`);
  return problems;
}

function wordsOfChunk(messages: readonly (readonly string[])[]): Set<string> {
  const numbers = new Map<string, number[]>();
  for (const [index, words] of messages.entries())
    for (const word of new Set(words)) numbers.set(word, [...(numbers.get(word) ?? []), index + 1]);
  return new Set(Array.from(numbers, ([word, at]) => `${word}:{${at.join(",")}}`));
}

function wordsOf({ author, text, file }: { author: number; text: string | null; file: string | null }): string[] {
  if (text === null) return [];
  return [`=p${author}`, ...indexedWords(text), ...(file === null ? [] : ["=f", ...indexedWords(file)])];
}
