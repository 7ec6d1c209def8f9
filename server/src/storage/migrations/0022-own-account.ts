import { type Kysely, sql } from "kysely";

/** AUTH-10: tokens are named by an id, which opens nothing, and know by which program their person signed in. */
export async function createAccountFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tokens add column id bigint generated always as identity unique,
      add column user_agent text check (length(user_agent) <= 200)`.execute(database);
  await createChangePassword(database);
}

/**
 * AUTH-9: replaces a password that is still the one that was checked, and ends all sessions but one; answers the hashes of their
 * tokens, and null where the password is another by now. Whoever signs in at the same moment holds the person: they either see the
 * new password or their token is seen here (AUTH-7). The commit notifies every server.
 */
async function createChangePassword(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_password(of_person bigint, before_hash text, after_hash text, keep_token bytea) returns bytea[]
    language plpgsql as $$
    declare
      ended bytea[];
    begin
      update participants set password_hash = after_hash
      where id = of_person and password_hash = before_hash and disabled_at is null;
      if not found then return null; end if;
      with gone as (delete from tokens where participant_id = of_person and hash <> keep_token returning hash)
      select coalesce(array_agg(hash), '{}') into ended from gone;
      perform pg_notify('sign_in_ended', of_person || ' ' || encode(hash, 'hex')) from unnest(ended) as hash;
      return ended;
    end $$`.execute(database);
}
