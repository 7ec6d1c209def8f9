import type pg from "pg";
import type { StatementPool } from "../storage/named-statement.ts";
import { explaining } from "./explain.ts";

const tables = ["rooms", "memberships", "messages", "room_events", "offers"];

interface ReadCost {
  readonly scans: readonly object[];
  readonly sorted: number;
  read(relation: string): number;
}

/** Explains the statements of `work`; throws if they read none of the large tables. */
export async function readCost(pool: pg.Pool, work: (explained: StatementPool) => Promise<unknown>): Promise<ReadCost> {
  const explained = explaining(pool);
  await work(explained);
  const large = explained.nodes.filter(
    ({ relation, type }) => tables.includes(relation ?? "") && type !== "ModifyTable",
  );
  if (large.length === 0) throw new Error("none of the large tables was read");
  const sorts = explained.nodes.filter(({ type, loops }) => type.includes("Sort") && loops > 0);
  return {
    scans: large.filter(({ type }) => type === "Seq Scan"),
    sorted: Math.max(0, ...sorts.map(({ rows, loops }) => rows / loops)),
    read: (relation) => large.filter((node) => node.relation === relation).reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Counts sequential scans and rows read per table with PostgreSQL's counters, since plans do not show what functions read. */
export async function countReads(
  pool: pg.Pool,
  prepare: (client: StatementPool) => Promise<unknown>,
  work: (client: StatementPool) => Promise<unknown>,
): Promise<ReadonlyMap<string, { scans: number; rows: number }>> {
  const client = await pool.connect();
  const asked = `select relname as name, seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables`;
  const counters = async () => (await client.query<{ name: string; scans: number; rows: number }>(asked)).rows;
  try {
    await client.query("begin");
    await client.query("set local plan_cache_mode = force_generic_plan");
    await prepare(client);
    const before = await counters();
    await work(client);
    const after = await counters();
    return new Map(
      after.map(({ name, scans, rows }) => {
        const first = before.find((table) => table.name === name);
        return [name, { scans: scans - (first?.scans ?? 0), rows: rows - (first?.rows ?? 0) }];
      }),
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
}
