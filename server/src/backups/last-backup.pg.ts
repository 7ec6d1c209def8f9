import type { StatementPool } from "../storage/named-statement.ts";

/** `settings` holds up to which moment the last good backup goes, so that all processes know it (KEEP-3). */
const key = "last_backup_at";

export async function noteBackup(pool: StatementPool, begunAt: string): Promise<void> {
  await pool.query(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [key, begunAt],
  );
}

/** In seconds since 1970; 0 where none was made. */
export async function lastBackupSeconds(pool: StatementPool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    "select extract(epoch from value::timestamptz)::float8 as seconds from settings where key = $1",
    [key],
  );
  return rows[0]?.seconds ?? 0;
}
