-- SEC-6: adds the audit entry in the change's transaction; the commit notifies every server, which logs it.
create or replace function note_account_change(
  change text, of_person bigint, more text, by_actor text, by_person bigint, from_address text
) returns void language plpgsql as $$
begin
  insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
  values (clock_timestamp(), 'account.' || change, by_actor, by_person, (select p.name from participants p where p.id = by_person),
    from_address, 'participant', of_person, more);
  perform pg_notify('account_changed', concat_ws(' ', change, of_person, by_person, from_address));
end $$;

-- LIVE-8: ends the person's sessions except `but_token`, and returns their hashes; program tokens remain (ERP-2a). MAIL-3d: ends links too.
create or replace function end_sessions(of_person bigint, but_token bytea) returns bytea[] language sql as $$
  delete from mail_links where participant_id = of_person;
  with gone as (
    delete from tokens where participant_id = of_person and hash is distinct from but_token and program is null returning hash
  ), told as (select hash, pg_notify('sign_in_ended', of_person || ' ' || encode(hash, 'hex')) from gone)
  select coalesce(array_agg(hash), '{}') from told
$$;

-- AUTH-8: a change of a person's settings raises `version`; the commit notifies every server.
create or replace function notify_own_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('own_settings_changed', new.id::text);
  return null;
end $$;

create or replace trigger participants_version after update of version
on participants for each row when (new.version <> old.version)
execute function notify_own_settings();

-- PERM-1: whether a person has a permission; false for disabled people.
create or replace function holds_permission(person bigint, permission text) returns boolean language sql stable as $$
  select exists (
    select from participants p join participant_roles given on given.participant_id = p.id join roles on roles.name = given.role
    where p.id = person and p.disabled_at is null and permission = any(roles.permissions))
$$;

create or replace function person_json(person bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants where id = person
$$;
