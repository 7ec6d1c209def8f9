import pg from "pg";
import { type Clock, pause } from "../kernel/clock.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { adoptSchema, checkReplaced } from "./adopt-schema.ts";
import { isLockTimeout } from "./database-away.ts";
import { keepAlive } from "./database-hold.ts";
import { connectionSettings, type DatabaseAddress } from "./database.ts";
import {
  findSchemaChanges,
  functions,
  functionsMark,
  migrations,
  readMigration,
  type SchemaChanges,
} from "./schema-changes.ts";

interface UpgradeParts {
  readonly at: DatabaseAddress | string;
  readonly clock: Clock;
  readonly waits: () => void;
  /** Called with the first migration that will run, before tables with data change. */
  readonly begins: (migration: string) => Promise<void>;
}

/** The lock's key in every Cuplaj database. */
const lockKey = 1_668_640_877;
const pollEveryMs = 100;

/** Longest wait for the locks of the tables. Our servers' statements hold a lock for less time; a longer hold means an external transaction. */
const lockWaitSeconds = 5;
/** Other statements queue behind a waiting lock, so each attempt is this short, and a pause of the same length follows it. */
const lockTryMs = 200;
/** Tables that running servers use all the time. A change must not hold one while it waits for another, since servers do the same. */
const busyTables = [
  ...["participants", "tokens", "second_factors", "silences", "offers", "offer_lines"],
  ...["rooms", "memberships", "messages", "room_events"],
];

/**
 * Brings tables up to date. A session lock lets only one process at a time back up and change (KEEP-4, RUN-6g). Throws a `StartupProblem` if a newer
 * version has run on the database.
 */
export async function upgradeTables({ at, clock, waits, begins }: UpgradeParts): Promise<readonly string[]> {
  // This connection has no statement timeouts: a migration may wait long for its table locks.
  const turn = new pg.Client(connectionSettings(at));
  // If the session is lost, its statement fails; without a listener, the error would end the process.
  turn.on("error", () => undefined);
  await turn.connect();
  try {
    await turn.query(keepAlive);
    for (let tries = 1; !(await isTaken(turn)); tries += 1) {
      if (tries === 1) waits();
      await pause(clock, pollEveryMs);
    }
    const changes = await findSchemaChanges(turn);
    checkChanges(changes);
    const [pending] = changes.pending;
    if (pending !== undefined && !changes.isNew && (await hasPeople(turn, pending))) await begins(pending);
    return await runChanges(turn, changes);
  } finally {
    await turn.end();
  }
}

function checkChanges({ newer, replaced }: SchemaChanges): void {
  if (newer !== null) {
    throw new StartupProblem(`The database was updated by a newer Cuplaj (${newer}); start that version.`);
  }
  if (replaced !== null) checkReplaced(replaced);
}

async function isTaken(turn: pg.Client): Promise<boolean> {
  const { rows } = await turn.query<{ is_taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as is_taken`);
  return rows[0]?.is_taken === true;
}

async function hasPeople(turn: pg.Client, pending: string): Promise<boolean> {
  try {
    await turn.query(`set lock_timeout = '${lockWaitSeconds}s'`);
    const { rows } = await turn.query<{ has_people: boolean }>(
      "select exists (select from participants) as has_people",
    );
    return rows[0]?.has_people === true;
  } catch (error) {
    throw problemOf(error, pending);
  }
}

/** Returns the SQL that makes the tables as a migration left them, without the functions. */
export const tablesAsOf = (newest: string): string =>
  [makeHistory, ...migrations.filter((name) => name <= newest).map(readMigration)].join(";\n");

const makeHistory =
  "create table if not exists cuplaj_migrations (name text primary key, ran_at timestamptz not null default now())";
// Functions may refer to others that are created later, so their bodies cannot be checked.
const createFunctions = `
  set local check_function_bodies = off; ${functions};
  insert into settings (key, value) values ('functions', '${functionsMark}')
  on conflict (key) do update set value = excluded.value`;

async function runChanges(
  turn: pg.Client,
  { pending, areFunctionsCurrent, replaced }: SchemaChanges,
): Promise<readonly string[]> {
  for (const [index, name] of pending.entries()) {
    const text = replaced !== null && index === 0 ? adoptSchema : readMigration(name);
    const noted = `${makeHistory}; ${text}; insert into cuplaj_migrations (name) values ('${name}')`;
    // Functions are created in the transaction of the last migration, so that running servers never miss one that it dropped.
    const isLast = index === pending.length - 1;
    await runChange(turn, { name, mode: "access exclusive", text: isLast ? `${noted}; ${createFunctions}` : noted });
  }
  if (pending.length > 0 || areFunctionsCurrent) return pending;
  // Replacing a trigger needs this lock, which does not conflict with that of a backup.
  await runChange(turn, { name: "functions", mode: "share row exclusive", text: createFunctions });
  return ["functions"];
}

interface Change {
  readonly name: string;
  readonly mode: "access exclusive" | "share row exclusive";
  readonly text: string;
}

async function runChange(turn: pg.Client, { name, mode, text }: Change): Promise<void> {
  try {
    await turn.query("begin");
    await lockTables(turn, mode);
    await turn.query(`set local lock_timeout = '${lockWaitSeconds}s'; ${text}`);
    await turn.query("commit");
  } catch (error) {
    await turn.query("rollback").catch(() => undefined);
    throw problemOf(error, name);
  }
}

async function lockTables(turn: pg.Client, mode: Change["mode"]): Promise<void> {
  const { rows } = await turn.query<{ name: string }>(
    "select name from unnest($1::text[]) name where to_regclass(name) is not null",
    [busyTables],
  );
  if (rows.length === 0) return;
  const lock = `lock table ${rows.map(({ name }) => name).join(", ")} in ${mode} mode`;
  const triesMax = (lockWaitSeconds * 1000) / (2 * lockTryMs);
  for (let tries = 1; ; tries += 1) {
    await turn.query(`savepoint unlocked; set local lock_timeout = '${lockTryMs}ms'`);
    try {
      await turn.query(lock);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries >= triesMax) throw error;
      await turn.query(`rollback to savepoint unlocked; select pg_sleep(${lockTryMs / 1000})`);
    }
  }
}

function problemOf(error: unknown, change: string): Error {
  if (!isLockTimeout(error)) return new Error("a migration failed", { cause: error });
  return new StartupProblem(
    `Migration ${change} waited ${lockWaitSeconds} s for a table that another transaction holds, such as a backup's; it changed nothing. Start again when that transaction has ended (docs/operations.md explains how to find it).`,
  );
}
