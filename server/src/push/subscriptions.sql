-- PUSH-1: a subscription is as old as its last `subscribePush`, so that a browser in daily use is never the oldest.
create or replace function subscribe_push(
  by_person bigint, by_token bytea, at_endpoint text, at_origin text, of_p256dh text, of_auth text,
  subscriptions_max integer
) returns text language plpgsql as $$
declare
  before push_subscriptions;
begin
  -- Two at once would both find the room that is there for one.
  perform from participants where id = by_person for no key update;
  select * into before from push_subscriptions where endpoint = at_endpoint for update;
  if found and before.participant_id <> by_person then
    if before.p256dh <> of_p256dh or before.auth <> of_auth then return 'taken'; end if;
    delete from push_subscriptions where id = before.id;
  end if;
  insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
  select by_person, hash, at_endpoint, at_origin, of_p256dh, of_auth from tokens where hash = by_token
  on conflict (endpoint) do update
    set token_hash = excluded.token_hash, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at
    where push_subscriptions.participant_id = by_person;
  if not found then
    return case when exists (select from tokens where hash = by_token) then 'taken' else 'ended' end;
  end if;
  delete from push_subscriptions where id in (
    select id from push_subscriptions where participant_id = by_person and endpoint <> at_endpoint
    order by created_at desc, id desc offset subscriptions_max - 1);
  return 'subscribed';
end $$;
