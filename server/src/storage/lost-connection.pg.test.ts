import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { isDatabaseAway } from "./database-away.ts";
import { inTransaction } from "./transaction.ts";

const { pool } = await createTestDatabase();

const ownPid = "select pg_backend_pid() as pid";

describe("a connection that PostgreSQL ends", () => {
  test("[ERR-5] between two statements of a transaction fails that transaction and nothing else", async () => {
    const failed = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>(ownPid);
      await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      // The loss is noticed while the connection is idle.
      await expect.poll(() => isGone(rows[0]?.pid)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
      return await client.query<{ pid: number }>(ownPid);
    });
    const error = await failed.catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("[ERR-5] a failed transaction leaves nothing behind, and its connection is not reused", async () => {
    let pid: number | undefined;
    const failed = inTransaction(pool, async (client) => {
      pid = (await client.query<{ pid: number }>(ownPid)).rows[0]?.pid;
      await client.query("insert into settings (key, value) values ('half', 'done')");
      throw new Error("the rest cannot be done");
    });
    await expect(failed).rejects.toThrow("the rest cannot be done");
    expect((await pool.query("select from settings where key = 'half'")).rowCount).toBe(0);
    await expect.poll(() => isGone(pid)).toBe(true);
  });

  test("[ERR-5] in the middle of a statement fails that statement and nothing else", async () => {
    const asked = pool.query("select pg_terminate_backend(pg_backend_pid())");
    expect(isDatabaseAway(await asked.catch((reason: unknown) => reason))).toBe(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});

async function isGone(pid: number | undefined): Promise<boolean> {
  return (await pool.query("select from pg_stat_activity where pid = $1", [pid])).rowCount === 0;
}
