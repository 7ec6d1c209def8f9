-- USR-5: uses up an invitation and returns its person; null, with nothing changed, if there is none or the account is disabled.
create or replace function accept_invitation(
  of_token bytea, with_hash text, at_time timestamptz
) returns bigint language plpgsql as $$
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
end $$;

-- AUTH-9: returns the hashes of the ended sessions; null, with nothing changed, if `before_hash` is stale or the account is
-- disabled. A temporary password and an open invitation end with it.
create or replace function change_password(
  of_person bigint, before_hash text, after_hash text, keep_token bytea
) returns bytea[] language plpgsql as $$
begin
  update participants set password_hash = after_hash, has_temporary_password = false,
    version = version + has_temporary_password::integer
  where id = of_person and password_hash = before_hash and disabled_at is null;
  if not found then return null; end if;
  delete from invitations where participant_id = of_person;
  return end_sessions(of_person, keep_token);
end $$;
