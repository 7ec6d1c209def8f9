import pg from "pg";
import { busyPerson, quietPerson } from "../../../server/src/testing/growth/growth-size.ts";
import type { DatabaseProcess } from "../durable-sends/database-process.ts";
import type { Searcher } from "./search-side.ts";
import type { SearchTerm } from "./search-terms.ts";

export interface PlainAnswer {
  readonly ms: number;
  readonly rooms: number;
}

const usernames: Readonly<Record<Searcher, string>> = { busy: busyPerson.username, quiet: quietPerson.username };
const patienceMs = 60_000;

/** Finds a person's 20 rooms with the newest matches in plain PostgreSQL: by `ilike`, or by full-text search on a copy that stores words. */
export class PlainSearch {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Creates the copy on first use, which takes minutes for 10,000,000 messages. */
  static async open(database: DatabaseProcess, say: (line: string) => void): Promise<PlainSearch> {
    const client = new pg.Client(database.superuser);
    await client.connect();
    await client.query(`set statement_timeout = 0`);
    const { rowCount } = await client.query("select from pg_class where oid = to_regclass('bench.messages_words')");
    if (rowCount === 0) {
      say("The words of PostgreSQL's own search are made (some minutes for the large database) ...");
      await client.query("create schema if not exists bench");
      await client.query("set maintenance_work_mem = '512MB'");
      await client.query(
        `create unlogged table bench.words_made as
           select room_id, created_at, to_tsvector('simple', body) as words from messages`,
      );
      await client.query("create index on bench.words_made using gin (words)");
      await client.query("vacuum analyze bench.words_made");
      await client.query("alter table bench.words_made set logged");
      // Renames the copy only once it is complete.
      await client.query("alter table bench.words_made rename to messages_words");
    }
    await client.query("set work_mem = '64MB'");
    await client.query(`set statement_timeout = ${patienceMs}`);
    return new PlainSearch(client);
  }

  async ilike(by: Searcher, term: SearchTerm, text: string, longRoom: number): Promise<PlainAnswer> {
    const patterns = text.startsWith('"') ? [text.slice(1, -1)] : text.split(" ");
    const conditions = patterns.map((_, index) => `body ilike '%' || $${index + 2} || '%'`).join(" and ");
    return await this.#ask("messages", `${conditions}${inRoom(term, longRoom)}`, [usernames[by], ...patterns]);
  }

  async ownSearch(by: Searcher, term: SearchTerm, text: string, longRoom: number): Promise<PlainAnswer> {
    const query = term.isBeginning ? "to_tsquery('simple', $2 || ':*')" : "websearch_to_tsquery('simple', $2)";
    return await this.#ask("bench.messages_words", `words @@ ${query}${inRoom(term, longRoom)}`, [usernames[by], text]);
  }

  async #ask(table: string, condition: string, values: readonly string[]): Promise<PlainAnswer> {
    const startedAt = performance.now();
    const { rowCount } = await this.#client.query(
      `select room_id, max(created_at) as newest from ${table} where ${condition} and room_id in (
         select room_id from memberships join participants on id = participant_id where username = $1)
       group by room_id order by newest desc limit 20`,
      [...values],
    );
    return { ms: performance.now() - startedAt, rooms: rowCount ?? 0 };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

const inRoom = ({ isInLongRoom }: SearchTerm, longRoom: number): string =>
  isInLongRoom ? ` and room_id = ${longRoom}` : "";
