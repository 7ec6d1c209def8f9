import { expect, onTestFinished, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { newestMigration } from "../storage/schema-changes.ts";
import { createTestDatabase } from "../testing/database.ts";
import { startProgram, temporaryFolder } from "../testing/server-process.ts";

const takeTurn = "select pg_try_advisory_lock(1668640877) as is_taken";

test("[RUN-5b][RUN-6g] a signal ends a startup that waits for another process's migration within 15 s, with a log line", async () => {
  const { pool, url: DATABASE_URL, newClient } = await createTestDatabase();
  await pool.query("delete from cuplaj_migrations where name = $1", [newestMigration]);
  const other = newClient();
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(takeTurn);
  const countWaiting = async () =>
    (await pool.query("select from pg_stat_activity where datname = current_database() and query = $1", [takeTurn]))
      .rowCount;
  const endStart = async (): Promise<number> => {
    const server = startProgram("main.ts", [], { DATA_DIR: temporaryFolder(), DATABASE_URL, PORT: "0" });
    onTestFinished(() => server.signal("SIGKILL"));
    await expect.poll(countWaiting).toBe(2);
    const elapsedMs = startStopwatch();
    server.signal("SIGTERM");
    const { exitCode, stdout, stderr } = await server.ended;
    const endedMs = elapsedMs();
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain("another process is updating the tables: waiting for it");
    await expect.poll(countWaiting).toBe(1);
    return endedMs;
  };
  expect(await medianOfThree(endStart)).toBeLessThan(onThisMachine(15_000));
});
