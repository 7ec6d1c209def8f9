import { type Kysely, sql } from "kysely";

/** PUSH-1: where people's browsers have pushes sent, each with the session that it came with, and what people chose of notifications. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table participants add column notifications jsonb not null default '{"privacy": "what", "quiet": null}'`.execute(
    database,
  );
  await sql`
    create table push_subscriptions (
      id bigint generated always as identity primary key,
      participant_id bigint not null references participants on delete cascade,
      token_hash bytea not null references tokens on delete cascade,
      endpoint text not null unique check (length(endpoint) between 1 and 2048),
      origin text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index push_subscriptions_participant_id on push_subscriptions (participant_id)`.execute(database);
  await sql`create index push_subscriptions_token_hash on push_subscriptions (token_hash)`.execute(database);
  await createSubscribe(database);
}

/**
 * PUSH-1a: an endpoint belongs to whoever subscribed it last with its keys, which the browser alone knows; somebody else's with other
 * keys stays theirs. What waits for somebody else goes with their subscription.
 */
async function createSubscribe(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function subscribe_push(
      by_person bigint, by_token bytea, at_endpoint text, at_origin text, of_p256dh text, of_auth text, subscriptions_max integer
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
        set token_hash = excluded.token_hash, p256dh = excluded.p256dh, auth = excluded.auth
        where push_subscriptions.participant_id = by_person;
      if not found then
        return case when exists (select from tokens where hash = by_token) then 'taken' else 'ended' end;
      end if;
      delete from push_subscriptions where id in (
        select id from push_subscriptions where participant_id = by_person and endpoint <> at_endpoint
        order by created_at desc, id desc offset subscriptions_max - 1);
      return 'subscribed';
    end $$`.execute(database);
}
