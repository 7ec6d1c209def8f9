import { type Kysely, sql } from "kysely";

/** EMB-2h: the tokens of hosts that were used, by the hash of their ids, until they have ended. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table used_host_tokens (
      jti_hash bytea primary key check (length(jti_hash) = 32),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index used_host_tokens_expires_at on used_host_tokens (expires_at)`.execute(database);
}
