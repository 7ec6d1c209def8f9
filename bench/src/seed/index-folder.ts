import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { silentLog } from "../../../server/src/kernel/log.ts";
import { createIndexStore } from "../../../server/src/search/index-store.pg.ts";
import { rebuildIndex } from "../../../server/src/search/rebuild-index.ts";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import { bringUpToDate } from "../../../server/src/testing/bring-up-to-date.ts";
import { startOwnPostgres } from "../../../server/src/storage/own-postgres.ts";
import { databaseOf } from "../durable-sends/database-process.ts";
import { countBehind } from "../search/count-behind.ts";
import { startCuplajOn } from "../subjects/cuplaj.ts";

/** Change this name when the indexed form changes. */
const doneFile = "indexed-by-message.json";
const lookEveryMs = 5000;

export interface IndexReport {
  readonly seconds: number;
  readonly bytes: Readonly<Record<string, number>>;
  readonly chunks: number;
}

export const isIndexed = (folder: string): boolean => existsSync(join(folder, doneFile));
export const indexReport = (folder: string): IndexReport => JSON.parse(readFileSync(join(folder, doneFile), "utf8"));

/** Rebuilds the index like the product, but without its pauses for users. Then lets the server index people, and checks that nothing is left. */
export async function indexFolder(folder: string, say: (line: string) => void): Promise<IndexReport> {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  const sayAt = (what: string): void => say(`search ${String(seconds()).padStart(4)} s  ${what}`);
  await rebuild(folder, sayAt);
  const subject = await startCuplajOn(folder);
  const client = new pg.Client(databaseOf(folder).superuser);
  try {
    await client.connect();
    for (let left = await countBehind(client); left > 0; left = await countBehind(client)) {
      sayAt(`${left} rooms and people to index`);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    const report = { seconds: seconds(), ...(await readSizes(client)) };
    // On a running server, autovacuum does this.
    await client.query("vacuum analyze search_chunks, search_rooms, search_offers, search_people");
    await client.query("checkpoint");
    writeFileSync(join(folder, doneFile), `${JSON.stringify(report)}\n`);
    return report;
  } finally {
    await client.end();
    await subject.stop();
  }
}

async function rebuild(dataDir: string, say: (line: string) => void): Promise<void> {
  const own = await startOwnPostgres({ dataDir, clock: systemClock, log: silentLog, isDurable: false });
  try {
    await bringUpToDate(own.address);
    const pool = new pg.Pool({ ...own.address, max: 1 });
    const unresting = { ...systemClock, setTimeout: (run: () => void) => systemClock.setTimeout(run, 0) };
    await rebuildIndex({ store: createIndexStore(pool), clock: unresting, say });
    await pool.end();
    await checkpoint(own.superuser);
  } finally {
    await own.stop();
  }
}

/** Writes everything to disk; needs a superuser. Without this, stopping would time out with gigabytes still to write. */
export async function checkpoint(superuser: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...superuser });
  await client.connect();
  await client.query("checkpoint");
  await client.end();
}

async function readSizes(client: pg.Client): Promise<Pick<IndexReport, "bytes" | "chunks">> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, (case relkind when 'r' then pg_table_size(oid) else pg_relation_size(oid) end)::float8 as bytes
     from pg_class where relkind in ('r', 'i') and relname like 'search\\_%' order by relname`,
  );
  const chunks = await client.query<{ total: number }>("select count(*)::int as total from search_chunks");
  return {
    bytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
    chunks: chunks.rows[0]?.total ?? 0,
  };
}
