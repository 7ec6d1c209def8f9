import { type Kysely, sql } from "kysely";
import { createErasing } from "./0036-erasing.ts";

/**
 * Passwords that the operator gave for a while (USR-4), invitations by which people choose their own (USR-5), and people who were erased
 * (PERS-2): their row stays, so that whatever refers to it does, with neither name nor user name of theirs.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table participants add column has_temporary_password boolean not null default false,
      add column erased_at timestamptz(3)`.execute(database);
  // One for a person, and of its token only the hash, as of any.
  await sql`
    create table invitations (
      participant_id bigint primary key references participants on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await createEndSessions(database);
  await createChangePassword(database);
  await createAcceptInvitation(database);
  await createErasing(database);
}

/** LIVE-8: one by one and notified by the commit, since the tokens of programs go on (ERP-2b); answers those that ended. */
async function createEndSessions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_sessions(of_person bigint, but_token bytea) returns bytea[] language plpgsql as $$
    declare
      ended bytea[];
    begin
      with gone as (
        delete from tokens where participant_id = of_person and hash is distinct from but_token and program is null returning hash)
      select coalesce(array_agg(hash), '{}') into ended from gone;
      perform pg_notify('sign_in_ended', of_person || ' ' || encode(hash, 'hex')) from unnest(ended) as hash;
      return ended;
    end $$`.execute(database);
}

/** AUTH-9, as in migration 0025; nothing of before is good after it: neither a temporary password nor an invitation. */
async function createChangePassword(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function change_password(of_person bigint, before_hash text, after_hash text, keep_token bytea)
    returns bytea[] language plpgsql as $$
    begin
      update participants set password_hash = after_hash, has_temporary_password = false,
        version = version + has_temporary_password::integer
      where id = of_person and password_hash = before_hash and disabled_at is null;
      if not found then return null; end if;
      delete from invitations where participant_id = of_person;
      return end_sessions(of_person, keep_token);
    end $$`.execute(database);
}

/** USR-5: uses an invitation up; null where there is none, or the account is disabled, and then nothing has changed. */
async function createAcceptInvitation(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function accept_invitation(of_token bytea, with_hash text, at_time timestamptz) returns bigint language plpgsql as $$
    declare
      person bigint;
    begin
      -- The person first, as whoever disables or changes them does.
      select i.participant_id into person from invitations i where i.token_hash = of_token;
      perform from participants where id = person and disabled_at is null for no key update;
      if not found then return null; end if;
      delete from invitations where token_hash = of_token and expires_at > at_time;
      if not found then return null; end if;
      update participants set password_hash = with_hash, has_temporary_password = false, version = version + 1 where id = person;
      perform end_sessions(person, null);
      return person;
    end $$`.execute(database);
}
