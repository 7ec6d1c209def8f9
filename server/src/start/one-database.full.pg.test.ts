import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { startRedis } from "../testing/redis.ts";
import { startHere, startProblem } from "../testing/server-here.ts";
import { runProgram, startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const { url: DATABASE_URL, pool } = await createTestDatabase();
const settings = (more = {}) => ({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0", ...more });

async function refusal(): Promise<string> {
  const end = await runProgram("main.ts", [], { PORT: "0", LOG_LEVEL: "silent", ...settings() });
  expect([end.exitCode, end.stdout]).toEqual([1, ""]);
  return end.stderr;
}

async function holders(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = 1668640876 and granted
       and database = (select oid from pg_database where datname = current_database()) order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

test("[RUN-4b] a second process on a database without REDIS_URL is refused with one sentence; after kill -9 of the first, it starts at once", async () => {
  const first = await startServerProcess(settings());
  const sentence =
    /^The database \S+ at \S+ \(DATABASE_URL\) is in use by another Cuplaj process: .+ REDIS_URL .+\.\n$/u;
  expect(await refusal()).toMatch(sentence);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  first.signal("SIGKILL");
  await first.ended;
  const next = await startHere(settings());
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
});

test("[RUN-4b] processes with the same Redis share a database, and one without is refused", async (context) => {
  const { url: REDIS_URL } = await startRedis(context);
  await startServerProcess(settings({ REDIS_URL }));
  await startHere(settings({ REDIS_URL }));
  expect(await startProblem(settings())).toContain("is in use by another Cuplaj process");
});

test("[RUN-4b] a lost hold, for example after a restart of the database, is taken again", async () => {
  await startHere(settings());
  const [lost] = await holders();
  await pool.query("select pg_terminate_backend($1)", [lost]);
  const again = await until(async () => (await holders()).find((pid) => pid !== lost));
  expect(await holders()).toEqual([again]);
  expect(await startProblem(settings())).toContain("is in use by another Cuplaj process");
});

test("[RUN-6b] a database of a newer version prevents startup", async () => {
  await pool.query("insert into cuplaj_migrations (name) values ('9999-of-tomorrow')");
  try {
    expect(await startProblem(settings())).toContain("was updated by a newer Cuplaj (9999-of-tomorrow");
  } finally {
    await pool.query("delete from cuplaj_migrations where name = '9999-of-tomorrow'");
  }
});

test("[RUN-6b] a database that is not in UTF8 prevents startup with one sentence", async () => {
  await pool.query("create database sql_ascii_of_test encoding 'SQL_ASCII' locale 'C' template template0");
  try {
    const url = new URL(DATABASE_URL);
    url.pathname = "/sql_ascii_of_test";
    expect(await startProblem(settings({ DATABASE_URL: url.href }))).toMatch(
      /^The database sql_ascii_of_test at .+ is in SQL_ASCII; Cuplaj needs one in UTF8 \(create database .+\)\.$/u,
    );
  } finally {
    await pool.query("drop database sql_ascii_of_test with (force)");
  }
});
