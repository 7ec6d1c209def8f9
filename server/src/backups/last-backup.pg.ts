import type { StatementPool } from "../storage/named-statement.ts";
import { replaceSetting } from "../storage/stored-setting.ts";

/** `settings` holds up to which moment the last good backup goes, so that all processes know it (OPS-2). */
const key = "last_backup_at";

export const noteBackup = (pool: StatementPool, begunAt: string): Promise<void> => replaceSetting(pool, key, begunAt);

/** In seconds since 1970; 0 where none was made. */
export async function lastBackupSeconds(pool: StatementPool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    "select extract(epoch from value::timestamptz)::float8 as seconds from settings where key = $1",
    [key],
  );
  return rows[0]?.seconds ?? 0;
}
