import { type Kysely, sql } from "kysely";

/** ERP-2: tokens that programs hold, by the program's name, and the role that such an account has. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into roles (name, permissions) values ('Program', ${["offers.view", "offers.edit", "users.lookup"]})`.execute(
    database,
  );
  // ERP-2a: what a program never used ends by no time, so it needs none.
  await sql`
    alter table tokens add column program text check (length(program) between 1 and 200),
      alter column last_used_at drop not null,
      add check (last_used_at is not null or program is not null)`.execute(database);
  await createChangePassword(database);
}

/** AUTH-9, as in `0022-own-account.ts`; ERP-2b: tokens of programs stay. */
async function createChangePassword(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function change_password(of_person bigint, before_hash text, after_hash text, keep_token bytea)
    returns bytea[] language plpgsql as $$
    declare
      ended bytea[];
    begin
      update participants set password_hash = after_hash
      where id = of_person and password_hash = before_hash and disabled_at is null;
      if not found then return null; end if;
      with gone as (
        delete from tokens where participant_id = of_person and hash <> keep_token and program is null returning hash)
      select coalesce(array_agg(hash), '{}') into ended from gone;
      perform pg_notify('sign_in_ended', of_person || ' ' || encode(hash, 'hex')) from unnest(ended) as hash;
      return ended;
    end $$`.execute(database);
}
