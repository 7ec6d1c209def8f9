import { type Kysely, sql } from "kysely";

/**
 * The second factor of people (TFA): a secret that their authenticator has too, and recovery codes of which only the hashes are stored.
 * `second_factor_at` is since when a session lacks nothing; `offered_secret` is what it may set up.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tokens add column second_factor_at timestamptz(3),
      add column offered_secret bytea check (length(offered_secret) = 20)`.execute(database);
  // No code of `last_step` or of one before it is good (RFC 6238, 5.2).
  await sql`
    create table second_factors (
      participant_id bigint primary key references participants on delete cascade,
      secret bytea not null check (length(secret) = 20),
      set_at timestamptz(3) not null,
      last_step bigint not null,
      wrong_codes integer not null default 0,
      wrong_since timestamptz(3)
    )`.execute(database);
  await sql`
    create table recovery_codes (
      participant_id bigint not null references second_factors on delete cascade,
      hash bytea not null check (length(hash) = 32),
      primary key (participant_id, hash)
    )`.execute(database);
  await createSetSecondFactor(database);
  await createRenewRecoveryCodes(database);
  await createCompleteSignIn(database);
}

/**
 * TFA-2, TFA-5: what a session was offered becomes its person's second factor; false where it was offered another, or where there is one
 * that the session has not given.
 */
async function createSetSecondFactor(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_second_factor(
      of_token bytea, of_person bigint, with_secret bytea, at_step bigint, code_hashes bytea[], at_time timestamptz, from_address text
    ) returns boolean language plpgsql as $$
    begin
      perform from participants where id = of_person and disabled_at is null for no key update;
      if not found then return false; end if;
      update tokens t set second_factor_at = coalesce(second_factor_at, at_time), offered_secret = null
      where t.hash = of_token and t.participant_id = of_person and t.offered_secret = with_secret
        and (t.second_factor_at is not null or not exists (select from second_factors f where f.participant_id = of_person));
      if not found then return false; end if;
      delete from second_factors where participant_id = of_person;
      insert into second_factors (participant_id, secret, set_at, last_step) values (of_person, with_secret, at_time, at_step);
      insert into recovery_codes (participant_id, hash) select of_person, unnest(code_hashes);
      perform note_account_change('two-factor-set', of_person, null, 'person', of_person, from_address);
      -- Every process forgets what it knows of the person's sessions (AUTH-8).
      perform pg_notify('own_settings_changed', of_person::text);
      return true;
    end $$`.execute(database);
}

async function createRenewRecoveryCodes(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function renew_recovery_codes(of_person bigint, code_hashes bytea[], from_address text)
    returns boolean language plpgsql as $$
    begin
      perform from second_factors where participant_id = of_person for no key update;
      if not found then return false; end if;
      delete from recovery_codes where participant_id = of_person;
      insert into recovery_codes (participant_id, hash) select of_person, unnest(code_hashes);
      perform note_account_change('recovery-renewed', of_person, null, 'person', of_person, from_address);
      return true;
    end $$`.execute(database);
}

/** False where the session has ended meanwhile, or its person has another second factor than the one that was given. */
async function createCompleteSignIn(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function complete_sign_in(of_token bytea, with_secret bytea, at_time timestamptz) returns boolean language plpgsql as $$
    declare
      person bigint;
    begin
      update tokens t set second_factor_at = coalesce(second_factor_at, at_time)
      where t.hash = of_token
        and exists (select from second_factors f where f.participant_id = t.participant_id and f.secret = with_secret)
      returning t.participant_id into person;
      if not found then return false; end if;
      perform pg_notify('own_settings_changed', person::text);
      return true;
    end $$`.execute(database);
}
