import type { StatementPool } from "../storage/named-statement.ts";
import { replaceSetting } from "../storage/stored-setting.ts";

/** The setting that holds the time of the last good backup, shared by all processes (KEEP-3). */
const key = "last_backup_at";

export const noteBackup = (pool: StatementPool, begunAt: string): Promise<void> => replaceSetting(pool, key, begunAt);

/** Seconds since the epoch; 0 without a backup. */
export async function lastBackupSeconds(pool: StatementPool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    "select extract(epoch from value::timestamptz)::float8 as seconds from settings where key = $1",
    [key],
  );
  return rows[0]?.seconds ?? 0;
}
