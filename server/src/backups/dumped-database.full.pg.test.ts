import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { runProgram, startProgram, temporaryFolder, until } from "../testing/server-process.ts";
import { databaseUrl, query } from "../testing/start-postgres.ts";
import { findProgram } from "./postgres-programs.ts";

const { pool, database, url } = await createTestDatabase();
await addPeople({ database });

const [server] = (
  await pool.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major")
).rows;
const major = server?.major ?? 0;
const hasPrograms = (await findProgram("pg_dump", major)) !== null;

const cuplaj = (words: readonly string[], DATABASE_URL: string): ReturnType<typeof runProgram> =>
  runProgram("cuplaj.ts", words, { DATA_DIR: temporaryFolder(), DATABASE_URL });

test("[KEEP-4] a command of a newer version announces that it will change the tables of a DATABASE_URL", async () => {
  const { pool: old, url: oldUrl } = await createTestDatabase();
  await old.query("insert into participants (kind, name, username, password_hash) values ('erp', 'R', 'r', '')");
  await old.query("delete from cuplaj_migrations where name = (select max(name) from cuplaj_migrations)");
  const { stderr } = await cuplaj(["user", "list"], oldUrl);
  expect(stderr).toMatch(/^Upgrade: the tables of DATABASE_URL are updated without a backup migration=/mu);
});

async function emptyDatabase(): Promise<string> {
  const postgres = inject("postgres");
  const name = `cuplaj_test_${randomBytes(6).toString("hex")}`;
  await query(postgres.url, `create database ${name}`);
  onTestFinished(() => query(postgres.url, `drop database ${name} with (force)`));
  return databaseUrl(postgres.url, name);
}

test.skipIf(hasPrograms)(
  "[KEEP-1c] without a matching pg_dump, a sentence names the command to run, without the password",
  async () => {
    const file = join(temporaryFolder(), "backup");
    const { exitCode, stderr } = await cuplaj(["backup", file], url);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      `The database is PostgreSQL ${major} and there is no pg_dump ${major} or newer on this machine`,
    );
    expect(stderr).toContain(`install postgresql-client-${major}, or run "pg_dump --format=custom --no-owner`);
    expect(stderr).not.toContain(new URL(url).password);
    expect(existsSync(file)).toBe(false);
  },
);

test.runIf(hasPrograms).each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "[KEEP-1a] a backup of a DATABASE_URL that %s stops leaves nothing, and the next one to the same name succeeds",
  async (signal) => {
    const file = join(temporaryFolder(), "backup");
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("lock table message_edits in access exclusive mode");
      const program = startProgram("cuplaj.ts", ["backup", file], { DATA_DIR: temporaryFolder(), DATABASE_URL: url });
      await until(() => (existsSync(`${file}.dump`) ? true : undefined));
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
    for (const end of ["part", "dump"]) writeFileSync(`${file}.${end}`, "of before");
    const { exitCode, stderr } = await cuplaj(["backup", file], url);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^Database: .*\n(?:Copied .*\n)*$/u)]);
    expect(readdirSync(join(file, ".."))).toEqual(["backup"]);
  },
);

test.runIf(hasPrograms)(
  "[KEEP-1c][KEEP-2] a dump of a DATABASE_URL is restored into an empty database, and nowhere else",
  async () => {
    await pool.query("insert into settings (key, value) values ('epoch', 'before')");
    const file = join(temporaryFolder(), "backup");
    expect(await cuplaj(["backup", file], url)).toMatchObject({ exitCode: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.dump`)).toBe(false);
    const full = await cuplaj(["restore", file], url);
    expect([full.exitCode, full.stderr]).toEqual([
      1,
      expect.stringContaining("The database of DATABASE_URL is not empty"),
    ]);
    const own = await runProgram("cuplaj.ts", ["restore", file], { DATA_DIR: temporaryFolder() });
    expect([own.exitCode, own.stderr]).toEqual([1, expect.stringContaining("set DATABASE_URL to an empty one.\n")]);

    const other = await emptyDatabase();
    expect(await cuplaj(["restore", file], other)).toMatchObject({ exitCode: 0 });
    const users = await cuplaj(["user", "list"], other);
    expect(users.stdout).toContain("Ana Popescu");
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: other });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ value: string }>("select value from settings where key = 'epoch'");
    expect(rows[0]?.value).toMatch(/^[0-9a-f-]{36}$/u);
  },
);
