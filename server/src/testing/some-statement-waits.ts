import type { StatementPool } from "../storage/named-statement.ts";

const lockWaits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

export async function someStatementWaits(pool: StatementPool): Promise<void> {
  while ((await pool.query(lockWaits)).rowCount === 0);
}
