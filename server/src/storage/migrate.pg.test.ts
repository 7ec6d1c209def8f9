import { expect, test } from "vitest";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { createTestDatabase } from "../testing/database.ts";
import { allMigrations, newestMigration } from "./migrations/all-migrations.ts";
import { findPendingMigrations } from "./migrations/pending-migrations.ts";
import { migrate } from "./migrate.ts";

test("[RUN-6b] a database of a newer version stops the start with a sentence that says so, and is left as it is", async () => {
  const { pool, url } = await createTestDatabase();
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now())");
  const problem = new StartupProblem(
    "The database was brought up to date by a newer Cuplaj (9999-of-tomorrow is unknown here); start that version.",
  );
  await expect(migrate(url)).rejects.toThrow(problem);
});

test("[KEEP-4][RUN-6b] what is pending is told of a database that is up to date, old, new or newer", async () => {
  const { pool } = await createTestDatabase();
  const usual = { pending: null, isNew: false, isNewer: false };
  expect(await findPendingMigrations(pool)).toEqual(usual);
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now())");
  expect(await findPendingMigrations(pool)).toEqual({ ...usual, isNewer: true });
  await pool.query("delete from kysely_migration where name = any($1)", [[newestMigration, "9999-of-tomorrow"]]);
  expect(await findPendingMigrations(pool)).toEqual({ ...usual, pending: newestMigration });
  await pool.query("drop schema public cascade; create schema public");
  expect(await findPendingMigrations(pool)).toEqual({ ...usual, pending: "0001-settings", isNew: true });
});

test("[RUN-6c] a table that another transaction holds for 5 s stops the start, while others read it; the next start goes on", async () => {
  const { pool, url } = await createTestDatabase();
  // One more than this database has seen.
  const newest = "9999-for-a-test";
  const all = { ...allMigrations, [newest]: () => Promise.resolve({ up: () => Promise.resolve() }) };
  const backup = await pool.connect();
  await backup.query("begin; lock table rooms in access share mode");
  const stopped = migrate(url, all).catch((error: unknown) => error);
  const state = { isStopped: false };
  void stopped.then(() => (state.isStopped = true));
  // Whoever reads waits behind the migration, but never for long.
  while (!state.isStopped) {
    await pool.query("set statement_timeout = '1s'; select count(*) from rooms; reset statement_timeout");
  }
  expect(await stopped).toMatchObject({
    message: expect.stringMatching(/^Migration 9999-for-a-test waited 5 s for a table that another transaction holds/u),
  });
  await backup.query("commit");
  backup.release();
  const together = await Promise.all([migrate(url, all), migrate(url, all)]);
  expect(together.flat()).toEqual([newest]);
});
