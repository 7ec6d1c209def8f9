import { type Kysely, sql } from "kysely";

/** WAIT-1a: `stored-waits.ts` says what `due_before` is. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ["push_jobs", "webhook_deliveries"])
    await sql`alter table ${sql.table(table)} add column due_before timestamptz(3) not null default now()`.execute(
      database,
    );
  await sql`create index push_jobs_due_before on push_jobs (due_before)`.execute(database);
}
