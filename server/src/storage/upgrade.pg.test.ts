import { expect, onTestFinished, test } from "vitest";
import serverPackage from "../../package.json" with { type: "json" };
import { systemClock } from "../kernel/clock.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { bringUpToDate } from "../testing/bring-up-to-date.ts";
import { createTestDatabase } from "../testing/database.ts";
import { describeSchema } from "../testing/describe-schema.ts";
import { createReplacedDatabase } from "../testing/replaced-database.ts";
import { findSchemaChanges, functionsMark, migrations, newestMigration } from "./schema-changes.ts";
import { upgradeTables } from "./upgrade.ts";

const everything = [...migrations];

async function olderDatabase() {
  const { pool, url, newClient } = await createReplacedDatabase();
  const said: string[] = [];
  const upgrade = (begins = () => Promise.resolve()): Promise<readonly string[]> =>
    upgradeTables({
      at: url,
      clock: systemClock,
      waits: () => said.push("waits"),
      begins: async (migration) => {
        said.push(`begins ${migration}`);
        await begins();
      },
    });
  return { pool, newClient, said, upgrade };
}

test("[RUN-6h] tables of the replaced migrations become those of the first one, with all their data", async () => {
  const { pool, url } = await createReplacedDatabase();
  const count = async () =>
    (await pool.query("select count(*), md5(string_agg(m::text, '' order by id)) from messages m")).rows;
  const before = await count();
  expect(await bringUpToDate(url)).toEqual(everything);
  expect(await count()).toEqual(before);
  expect(await describeSchema(pool)).toEqual(await describeSchema((await createTestDatabase()).pool));
  expect(await bringUpToDate(url)).toEqual([]);
});

test("[RUN-6h] an older database prevents startup with the commit to start once, and stays unchanged", async () => {
  const { pool, upgrade, said } = await olderDatabase();
  await pool.query("delete from kysely_migration where name > '0038'");
  const before = await describeSchema(pool);
  await expect(upgrade()).rejects.toThrow(
    /\(0037-two-factor\); start commit [0-9a-f]{8} on it once, then this version\.$/u,
  );
  expect(await describeSchema(pool)).toEqual(before);
  expect(said).toEqual([]);
});

test("[RUN-6b] a database of a newer version prevents startup with one sentence, and stays unchanged", async () => {
  const { pool, url } = await createTestDatabase();
  await pool.query("update settings set value = '99.0.10 of-tomorrow' where key = 'functions'");
  await expect(bringUpToDate(url)).rejects.toThrow(
    new StartupProblem(
      "The database was updated by a newer Cuplaj (its functions are those of 99.0.10); start that version.",
    ),
  );
  await pool.query("insert into cuplaj_migrations (name) values ('9999-of-tomorrow')");
  await expect(bringUpToDate(url)).rejects.toThrow(
    new StartupProblem(
      "The database was updated by a newer Cuplaj (9999-of-tomorrow is unknown here); start that version.",
    ),
  );
});

test.each([`${serverPackage.version}-rc.1 x`, "x", ""])(
  "[RUN-6h] the mark %j does not mean a newer version",
  async (mark) => {
    const { pool, url } = await createTestDatabase();
    await pool.query("update settings set value = $1 where key = 'functions'", [mark]);
    expect(await bringUpToDate(url)).toEqual(["functions"]);
  },
);

test("[KEEP-4][RUN-6b] pending changes are found for current, old, new and newer databases", async () => {
  const { pool } = await createTestDatabase();
  const current = { pending: [], areFunctionsCurrent: true, isNew: false, newer: null, replaced: null };
  expect(await findSchemaChanges(pool)).toEqual(current);
  await pool.query("insert into cuplaj_migrations (name) values ('9999-of-tomorrow')");
  expect(await findSchemaChanges(pool)).toEqual({ ...current, newer: "9999-of-tomorrow is unknown here" });
  await pool.query("delete from cuplaj_migrations where name = any($1)", [[newestMigration, "9999-of-tomorrow"]]);
  expect(await findSchemaChanges(pool)).toEqual({ ...current, pending: [newestMigration] });
  await pool.query("drop schema public cascade; create schema public");
  expect(await findSchemaChanges(pool)).toEqual({
    ...current,
    pending: migrations,
    areFunctionsCurrent: false,
    isNew: true,
  });
});

test("[RUN-6h] changed functions are all recreated, without a backup", async () => {
  const { pool, url } = await createTestDatabase();
  const before = await describeSchema(pool);
  await pool.query(
    "create or replace function person_json(person bigint) returns jsonb language sql as 'select null::jsonb'",
  );
  await pool.query("update settings set value = '0.0.9 of-yesterday' where key = 'functions'");
  await pool.query("insert into participants (kind, name, username, password_hash) values ('agent', 'A', 'a', 'x')");
  const begins = () => Promise.reject(new Error("no backup is due"));
  const upgrade = () => upgradeTables({ at: url, clock: systemClock, waits: () => undefined, begins });
  expect(await upgrade()).toEqual(["functions"]);
  expect(await describeSchema(pool)).toEqual(before);
  expect((await pool.query("select value from settings where key = 'functions'")).rows).toEqual([
    { value: functionsMark },
  ]);
  expect(await upgrade()).toEqual([]);
});

test("[KEEP-4][RUN-6g] of processes that start together one backs up and migrates, and the others wait", async () => {
  const { said, upgrade } = await olderDatabase();
  const { promise: backup, resolve } = Promise.withResolvers<void>();
  const first = upgrade(() => backup);
  await expect.poll(() => said).toEqual(["begins 0001-schema"]);
  const others = [upgrade(), upgrade()];
  await expect.poll(() => said).toEqual(["begins 0001-schema", "waits", "waits"]);
  resolve();
  expect(await Promise.all([first, ...others])).toEqual([everything, [], []]);
  expect(said).toHaveLength(3);
});

test("[KEEP-4][RUN-6g] if it fails or dies, the next one makes the backup", async () => {
  const { newClient, said, upgrade } = await olderDatabase();
  await expect(upgrade(() => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  const dying = newClient();
  dying.on("error", () => undefined);
  await dying.connect();
  await dying.query("select pg_advisory_lock(1668640877)");
  const next = upgrade();
  await expect.poll(() => said).toEqual(["begins 0001-schema", "waits"]);
  await dying.end();
  expect(await next).toEqual(everything);
  expect(said).toEqual(["begins 0001-schema", "waits", "begins 0001-schema"]);
});

test("[RUN-6b] a table locked exclusively for 5 s prevents startup before its backup", async () => {
  const { newClient, said, upgrade } = await olderDatabase();
  const other = newClient();
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; lock table participants in access exclusive mode");
  await expect(upgrade()).rejects.toThrow(
    "Migration 0001-schema waited 5 s for a table that another transaction holds",
  );
  expect(said).toEqual([]);
});

test("[RUN-6b] a table locked for 5 s prevents startup, while others read it; the next start continues", async () => {
  const { pool, upgrade } = await olderDatabase();
  const backup = await pool.connect();
  await backup.query("begin; lock table rooms in access share mode");
  const stopped = upgrade().catch((error: unknown) => error);
  const state = { isStopped: false };
  void stopped.then(() => (state.isStopped = true));
  // Readers queue behind the migration, but never for long.
  while (!state.isStopped) {
    await pool.query("set statement_timeout = '1s'; select count(*) from rooms; reset statement_timeout");
  }
  expect(await stopped).toMatchObject({
    message: expect.stringMatching(/^Migration 0001-schema waited 5 s for a table that another transaction holds/u),
  });
  await backup.query("commit");
  backup.release();
  const together = await Promise.all([upgrade(), upgrade()]);
  expect(together.flat()).toEqual(everything);
});

test("[PERM-1d] only programs and administrators store offers, and only office staff decide for customers", async () => {
  const { pool } = await createTestDatabase();
  const rolesWith = async (permission: string) =>
    (await pool.query("select name from roles where $1 = any(permissions) order by name", [permission])).rows;
  expect(await rolesWith("offers.edit")).toEqual([{ name: "Admin" }, { name: "Program" }]);
  expect(await rolesWith("offers.decide-for")).toEqual([{ name: "Admin" }, { name: "Operator" }]);
});
