import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { inject, onTestFinished } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { type OpenDatabase, connectDatabase } from "../storage/database.ts";
import type { Schema } from "./schema.ts";
import { databaseUrl, query } from "./start-postgres.ts";
import { endHere } from "./at-end.ts";

/** A migrated database, dropped after the test file; its `url` fits `DATABASE_URL`. */
export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  readonly database: Kysely<Schema>;
}

/** The folder in which programs on a test's database store files; removed with the database. */
export const filesFolderOf = (databaseUrl: string): string =>
  join(tmpdir(), `${basename(new URL(databaseUrl).pathname)}-files`);

/** Creates a database for a test file. Call it at the top of a `*.pg.test.ts`: `const { database } = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject("postgres");
  const name = newName();
  await query(postgres.url, `create database ${name} template ${postgres.template}`);
  const url = databaseUrl(postgres.url, name);
  const open = connectDatabase({ at: url, clock: systemClock, log: silentLog, connectionsMax: 10 });
  // Turns off the statement timeouts of ERR-5, which a busy machine would exceed; the lock timeout remains.
  Object.assign(open.pool.options, { statement_timeout: 0, query_timeout: 0 });
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: open.pool }) });
  endHere(async () => {
    await open.close();
    await query(postgres.url, `drop database ${name} with (force)`);
    rmSync(filesFolderOf(url), { recursive: true, force: true });
  });
  return { ...open, url, database };
}

/** Creates a database without tables for one test; returns its `DATABASE_URL`. */
export async function createEmptyDatabase(): Promise<string> {
  const postgres = inject("postgres");
  const name = newName();
  await query(postgres.url, `create database ${name} encoding 'UTF8' template template0`);
  onTestFinished(() => query(postgres.url, `drop database ${name} with (force)`));
  return databaseUrl(postgres.url, name);
}

const newName = (): string => `cuplaj_test_${randomBytes(6).toString("hex")}`;
