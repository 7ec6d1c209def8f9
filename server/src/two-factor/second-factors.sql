-- False if the session has ended or its person's second factor is another by now.
create or replace function complete_sign_in(
  of_token bytea, with_secret bytea, at_time timestamptz
) returns boolean language plpgsql as $$
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
end $$;

-- TFA-2, TFA-5: makes the secret that the session was offered its person's second factor; false if it was offered another, or has
-- not given the present one. Offers to the person's other sessions end (TFA-5b).
create or replace function set_second_factor(
  of_token bytea, of_person bigint, with_secret bytea, at_step bigint, code_hashes bytea[], at_time timestamptz,
  from_address text
) returns boolean language plpgsql as $$
begin
  perform from participants where id = of_person and disabled_at is null for no key update;
  if not found then return false; end if;
  update tokens t set second_factor_at = coalesce(second_factor_at, at_time)
  where t.hash = of_token and t.participant_id = of_person and t.offered_secret = with_secret
    and (t.second_factor_at is not null or not exists (select from second_factors f where f.participant_id = of_person));
  if not found then return false; end if;
  update tokens set offered_secret = null, offered_at = null where participant_id = of_person and offered_secret is not null;
  delete from second_factors where participant_id = of_person;
  insert into second_factors (participant_id, secret, set_at, last_step, codes_made_at)
  values (of_person, with_secret, at_time, at_step, at_time);
  insert into recovery_codes (participant_id, hash) select of_person, unnest(code_hashes);
  perform note_account_change('two-factor-set', of_person, null, 'person', of_person, from_address);
  -- Every process forgets what it knows of the person's sessions (AUTH-8).
  perform pg_notify('own_settings_changed', of_person::text);
  return true;
end $$;

-- TFA-2, TFA-3: uses up a code, by its step or by the hash of a recovery code, and resets the count of wrong ones; `new_hashes`
-- replace the recovery codes. False if the code was used or the secret is another by now. Of two at once the second waits for the
-- first.
create or replace function use_second_factor(
  of_person bigint, with_secret bytea, at_step bigint, of_hash bytea, new_hashes bytea[], at_time timestamptz,
  from_address text
) returns boolean language plpgsql as $$
begin
  perform from second_factors
  where participant_id = of_person and secret = with_secret and (at_step is null or last_step < at_step) for no key update;
  if not found then return false; end if;
  if at_step is null then
    delete from recovery_codes where participant_id = of_person and hash = of_hash;
    if not found then return false; end if;
  end if;
  update second_factors set wrong_codes = 0, wrong_since = null, last_step = coalesce(at_step, last_step),
    codes_made_at = case when new_hashes is null then codes_made_at else at_time end
  where participant_id = of_person;
  if new_hashes is not null then
    delete from recovery_codes where participant_id = of_person;
    insert into recovery_codes (participant_id, hash) select of_person, unnest(new_hashes);
    perform note_account_change('recovery-renewed', of_person, null, 'person', of_person, from_address);
  end if;
  return true;
end $$;
