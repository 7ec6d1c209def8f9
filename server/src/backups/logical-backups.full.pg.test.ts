import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { migrations } from "../storage/schema-changes.ts";
import { tablesAsOf } from "../storage/upgrade.ts";
import { createEmptyDatabase, createTestDatabase } from "../testing/database.ts";
import { describeSchema } from "../testing/describe-schema.ts";
import { addPeople } from "../testing/people.ts";
import { runProgram, startProgram, temporaryFolder, until } from "../testing/server-process.ts";
import { query } from "../testing/start-postgres.ts";
import { loadRows } from "./load-rows.pg.ts";
import { withRows } from "./read-rows.pg.ts";

test("[KEEP-6a] rows of an older version are loaded into that version's tables, which are then brought up to date", async () => {
  const old = await createEmptyDatabase();
  const [first, ...later] = migrations;
  await query(old, `${tablesAsOf(String(first))}; insert into cuplaj_migrations (name) values ('${first}')`);
  await query(old, "insert into participants (kind, name, username, password_hash) values ('erp', 'R', 'r', '')");
  await query(old, "create table strange (a int); insert into strange values (1)");
  const loaded = await createTestDatabase();
  await loaded.pool.query("drop schema public cascade; create schema public");
  const end = await withRows(old, null, (rows) => loadRows({ at: loaded.url, clock: systemClock }, rows));
  expect(end.strangers).toEqual(["strange"]);
  expect(await describeSchema(loaded.pool)).toEqual(await describeSchema((await createTestDatabase()).pool));
  expect((await loaded.pool.query("select username from participants")).rows).toEqual([{ username: "r" }]);
  expect((await loaded.pool.query("select name from cuplaj_migrations where name <> $1", [first])).rowCount).toBe(
    later.length,
  );
  const newer = { migration: "9999-newer", tables: [], readSequences: () => Promise.resolve([]) };
  const into = { at: loaded.url, clock: systemClock };
  await expect(loadRows(into, { ...newer, read: () => expect.unreachable() })).rejects.toThrow(
    "The tables are those of a newer Cuplaj (9999-newer is unknown here)",
  );
});

const { pool, database, url } = await createTestDatabase();
await addPeople({ database });

const cuplaj = (words: readonly string[], DATABASE_URL: string): ReturnType<typeof runProgram> =>
  runProgram("cuplaj.ts", words, { DATA_DIR: temporaryFolder(), DATABASE_URL });

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "[KEEP-1a] a logical backup that %s stops while it waits for a lock leaves nothing behind, and the next one succeeds",
  async (signal) => {
    const file = join(temporaryFolder(), "backup");
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("lock table message_edits in access exclusive mode");
      const program = startProgram("cuplaj.ts", ["backup", file], { DATA_DIR: temporaryFolder(), DATABASE_URL: url });
      const waiting = "select from pg_locks where not granted and relation = 'message_edits'::regclass";
      await until(async () => ((await pool.query(waiting)).rowCount === 1 ? true : undefined));
      program.signal(signal);
      const { exitCode, stderr } = await program.ended;
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`The backup was stopped \\(${signal}\\): no partial file remains.\n$`, "u")),
      ]);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    expect(readdirSync(join(file, ".."))).toEqual([]);
    const { exitCode, stderr } = await cuplaj(["backup", file], url);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^Database: .*\n(?:Copied .*\n)*$/u)]);
    expect(readdirSync(join(file, ".."))).toEqual(["backup"]);
  },
);

test("[KEEP-2] a logical backup is not restored into a database that already has tables", async () => {
  const file = join(temporaryFolder(), "backup");
  expect(await cuplaj(["backup", file], url)).toMatchObject({ exitCode: 0 });
  const full = await cuplaj(["restore", file], url);
  expect([full.exitCode, full.stderr]).toEqual([
    1,
    expect.stringContaining("The database of DATABASE_URL is not empty"),
  ]);
  const other = await createEmptyDatabase();
  expect(await cuplaj(["restore", file], other)).toMatchObject({ exitCode: 0 });
  const users = await cuplaj(["user", "list"], other);
  expect(users.stdout).toContain("Ana Popescu");
  expect(users.stderr).not.toContain(new URL(other).password);
});

test("[KEEP-4] a command of a newer version announces that it changes the tables of a DATABASE_URL", async () => {
  const { pool: old, url: oldUrl } = await createTestDatabase();
  await old.query("insert into participants (kind, name, username, password_hash) values ('erp', 'R', 'r', '')");
  await old.query("delete from cuplaj_migrations where name = (select max(name) from cuplaj_migrations)");
  const { stderr } = await cuplaj(["user", "list"], oldUrl);
  expect(stderr).toMatch(/^Upgrade: the tables of DATABASE_URL are updated without a backup migration=/mu);
});
