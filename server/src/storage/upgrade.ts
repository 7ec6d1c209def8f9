import pg from "pg";
import { type Clock, pause } from "../kernel/clock.ts";
import { keepAlive } from "./database-hold.ts";
import { connectionSettings, type DatabaseAddress } from "./database.ts";
import { lockWaitSeconds, migrate, problemOf } from "./migrate.ts";
import { findPendingMigrations } from "./migrations/pending-migrations.ts";

interface UpgradeParts {
  readonly at: DatabaseAddress | string;
  readonly clock: Clock;
  /** Runs once where another process has its turn. */
  readonly waits: () => void;
  /** Runs before tables with people in them change, with the first migration that will. */
  readonly begins: (migration: string) => Promise<void>;
}

/** Names the lock in every database of Cuplaj. */
const lockKey = 1_668_640_877;
const pollEveryMs = 100;

/**
 * Brings the tables up to date and names the migrations that ran. One process at a time looks at what is pending, backs the database up
 * and migrates, by a lock of a session of its own, which ends with the process, however that dies (KEEP-4, RUN-6g).
 */
export async function upgradeTables({ at, clock, waits, begins }: UpgradeParts): Promise<readonly string[]> {
  // Without the limits of a request's statements: tables are waited for as long as a migration waits.
  const turn = new pg.Client(connectionSettings(at));
  // A session that is lost fails its statement; without a listener it would end the process.
  turn.on("error", () => undefined);
  await turn.connect();
  try {
    await turn.query(keepAlive);
    for (let tries = 1; !(await isTaken(turn)); tries += 1) {
      if (tries === 1) waits();
      await pause(clock, pollEveryMs);
    }
    const { pending, isNew, isNewer } = await findPendingMigrations(turn);
    if (pending !== null && !isNew && !isNewer && (await hasPeople(turn, pending))) await begins(pending);
    // Rejects where the session was lost during the backup: the turn may be another's by now.
    await turn.query("select");
    return await migrate(at);
  } finally {
    await turn.end();
  }
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
