import { excerptCharactersMax } from "@cuplaj/protocol/limits.ts";
import { uncountedFor } from "../rooms/uncounted.ts";
import { isGoodToken } from "../sign-in/good-token.ts";
import { tokenIdleMsMax } from "../sign-in/rules.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { type Backlog, isOver, waitOf } from "../storage/stored-waits.ts";
import type { PlannedPushes, PushFacts, PushJob, PushJobStore } from "./jobs.ts";
import { pushTtlSeconds } from "./rules.ts";

/** Only one process plans at a time; the next one finds the rooms planned. Locks the subscriptions it reads, and skips those being deleted. */
const planIn = (name: string, rooms: string) =>
  namedStatement<PlannedPushes>(
    name,
    `with turn as materialized (select pg_try_advisory_xact_lock(hashtext('push_plan')) as is_held),
   behind as materialized (
     select r.id, r.messages_total as upto, coalesce(p.ordinal, 0) as after, exists (
       select from messages where room_id = r.id and ordinal = coalesce(p.ordinal, 0) + 1
         and created_at not between now() - $1 * interval '1 millisecond' and now() + $1 * interval '1 millisecond') as is_due
     from turn join ${rooms} r on turn.is_held left join push_rooms p on p.room_id = r.id
     where r.messages_total > coalesce(p.ordinal, 0)
   ), due as materialized (
     select * from behind where is_due order by id limit $2
   ), moved as (
     insert into push_rooms (room_id, ordinal) select id, upto from due
     on conflict (room_id) do update set ordinal = excluded.ordinal where push_rooms.ordinal < excluded.ordinal
     returning room_id
   ), stored as (
     insert into push_jobs (subscription_id, room_id, after_ordinal, upto_ordinal, next_at)
     select s.id, due.id, due.after, due.upto, now()
     from moved join due on due.id = moved.room_id join memberships m on m.room_id = due.id
       join push_subscriptions s on s.participant_id = m.participant_id
     where m.read_ordinal < due.upto and m.muted_version is null
     for key share of s
     on conflict (subscription_id, room_id) do update
       set upto_ordinal = excluded.upto_ordinal, created_at = excluded.created_at
   )
   select not turn.is_held as "isElsewhere", (select count(*)::integer from due) as rooms,
     (select coalesce(json_agg(id), '[]') from behind where not is_due) as "youngIds"
   from turn`,
  );
const planAll = planIn("push-plan-all", "rooms");
const planSome = planIn("push-plan", "(select * from rooms where id = any($3::bigint[]))");

const takeDue = namedStatement<PushJob>(
  "push-take",
  `update push_jobs j set attempts = attempts + 1, ${waitOf("$3")}
   from (
     select d.subscription_id, d.room_id from push_jobs d join push_subscriptions s on s.id = d.subscription_id
     where ${isOver("d")} and s.origin <> all($2::text[])
     order by d.next_at, d.subscription_id limit $1 for update of d skip locked
   ) due
   where j.subscription_id = due.subscription_id and j.room_id = due.room_id
   returning j.subscription_id as "subscriptionId", j.room_id as "roomId", j.upto_ordinal as "uptoOrdinal", j.attempts`,
);

const lookedThroughMax = 50;

/** The messages after the read marker and the last push, except deleted ones and those of people whom the person silences. */
const unreadOf = `
  select max(ordinal) as ordinal, min(created_at) as since from messages x
  where x.room_id = r.id and x.ordinal > greatest(m.read_ordinal, job.after_ordinal, r.messages_total - ${lookedThroughMax})
    and x.deleted_at is null and x.author_id <> p.id and not exists (
      select from silences where participant_id = p.id and silenced_id = x.author_id and is_numbered)`;

/** PUSH-2: the entry that brought the person in, unless they have read it or silence its author. */
const broughtInOf = `
  select e.seq, m.brought_at, a.name, '', true from room_events e join participants a on a.id = (e.payload->>'from_id')::bigint
  where job.is_brought_in and m.brought_at is not null and m.joined_seq > m.read_seq and e.room_id = r.id and e.seq = m.joined_seq
    and not exists (select from silences where participant_id = p.id and silenced_id = a.id and is_numbered)`;

/** `offset 0` forces lookups by key, since cached plans date from times without pushes. Data shared by a person's browsers are read only once. */
const describe = namedStatement<Omit<PushFacts, "keys"> & { readonly p256dh: string; readonly auth: string }>(
  "push-describe",
  `with job as materialized (
     select s.id as subscription_id, s.participant_id, s.endpoint, s.origin, s.p256dh, s.auth, j.room_id, j.after_ordinal, j.upto_ordinal,
       j.is_brought_in
     from unnest($1::bigint[], $2::bigint[]) asked (subscription_id, room_id)
       cross join lateral (
         select * from push_jobs j where j.subscription_id = asked.subscription_id and j.room_id = asked.room_id
           and j.created_at > now() - interval '${pushTtlSeconds} seconds' offset 0) j
       cross join lateral (select * from push_subscriptions s where s.id = j.subscription_id offset 0) s
       cross join lateral (
         select from tokens t where t.hash = s.token_hash and ${isGoodToken(`now() - interval '${tokenIdleMsMax} milliseconds'`)} offset 0) t
   ), reading as materialized (
     select job.*, p.locale, p.notifications, r.name, unread.ordinal, newest.seq, newest.author, newest.excerpt, newest.is_entry,
       (extract(epoch from newest.created_at) * 1000)::float8 as said_at_ms,
       (extract(epoch from now() - coalesce(unread.since, newest.created_at)) * 1000)::float8 as unread_ms
     from (select distinct participant_id, room_id, after_ordinal, is_brought_in from job) job
       cross join lateral (
         select * from participants p where p.id = job.participant_id and p.disabled_at is null and exists (
           select from participant_roles held join roles on roles.name = held.role
           where held.participant_id = p.id and 'rooms.view' = any(roles.permissions)) offset 0) p
       cross join lateral (
         select * from memberships m where m.room_id = job.room_id and m.participant_id = p.id and m.muted_version is null offset 0) m
       cross join lateral (select * from rooms where rooms.id = job.room_id offset 0) r
       cross join lateral (${unreadOf}) unread
       cross join lateral (
         select n.seq, n.created_at, a.name as author,
           left(case when n.body = '' then coalesce(f.name, '') else n.body end, ${excerptCharactersMax} + 1) as excerpt, false as is_entry
         from messages n join participants a on a.id = n.author_id left join files f on f.id = n.file_id
         where n.room_id = r.id and n.ordinal = unread.ordinal
         union all ${broughtInOf}
         order by seq desc limit 1) newest
   ), badges as materialized (
     select person.id as participant_id, badge.total from (select distinct participant_id as id from reading) person
       cross join lateral (
         select coalesce(sum(greatest(case when m.unread_from is null then 0 else 1 end,
           r.messages_total - m.read_ordinal - ${uncountedFor("m.participant_id")})), 0)::integer as total
         from memberships m join rooms r on r.id = m.room_id and (r.messages_total > m.read_ordinal or m.unread_from is not null)
         where m.participant_id = person.id) badge
   )
   select job.subscription_id as "subscriptionId", job.room_id as "roomId",
     greatest(ordinal, upto_ordinal) as "uptoOrdinal", name, endpoint, origin, p256dh, auth,
     locale, notifications, seq as "messageSeq", said_at_ms as "saidAtMs", author, excerpt, is_entry as "isBroughtIn", unread_ms as "unreadMs", total as badge
   from job join reading using (participant_id, room_id, after_ordinal, is_brought_in) join badges using (participant_id)`,
);

/** PUSH-2c: keeps jobs that are ahead of the plan, so that nothing is pushed twice, and jobs that are behind it, which must push again. */
const finish = namedStatement(
  "push-finish",
  `with done as materialized (
     select j.subscription_id, j.room_id, told.upto, told.upto not between j.upto_ordinal and coalesce(p.ordinal, 0) as is_kept
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) asked (subscription_id, room_id, upto)
       join push_jobs j using (subscription_id, room_id) left join push_rooms p using (room_id)
       cross join lateral (select greatest(asked.upto, j.after_ordinal) as upto) told
     order by j.subscription_id, j.room_id for update of j
   ), gone as (
     delete from push_jobs j using done
     where j.subscription_id = done.subscription_id and j.room_id = done.room_id and not done.is_kept
   )
   update push_jobs j
   set after_ordinal = done.upto, is_brought_in = false, attempts = 0, ${waitOf("1000")}, created_at = now() from done
   where j.subscription_id = done.subscription_id and j.room_id = done.room_id and done.is_kept`,
);

const postpone = namedStatement(
  "push-postpone",
  `update push_jobs j set ${waitOf("wait.ms")},
     attempts = case when wait.is_fresh then 0 else j.attempts end
   from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::boolean[])
     wait (subscription_id, room_id, attempts, ms, is_fresh)
   where j.subscription_id = wait.subscription_id and j.room_id = wait.room_id and j.attempts = wait.attempts`,
);

const endSubscriptions = namedStatement("push-end", "delete from push_subscriptions where id = any($1::bigint[])");

const readBacklog = namedStatement<Backlog>(
  "push-backlog",
  `select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
   from push_jobs where upto_ordinal > after_ordinal or is_brought_in`,
);

const keysOf = (jobs: readonly PushJob[]) => [
  jobs.map(({ subscriptionId }) => subscriptionId),
  jobs.map(({ roomId }) => roomId),
];

export function createPushJobStore(pool: StatementPool): PushJobStore {
  return {
    async plan(roomIds, delayMs, take) {
      const [planned] =
        roomIds === null ? await planAll(pool, [delayMs, take]) : await planSome(pool, [delayMs, take, roomIds]);
      if (planned === undefined) throw new Error("a plan has a row");
      return planned;
    },
    async backlog() {
      const [backlog] = await readBacklog(pool, []);
      return backlog ?? { waiting: 0, oldestSeconds: 0 };
    },
    take: (most, busyOrigins, takenMs) => takeDue(pool, [most, busyOrigins, takenMs]),
    async describe(jobs) {
      const rows = await describe(pool, keysOf(jobs));
      return rows.map(({ p256dh, auth, ...facts }) => ({ ...facts, keys: { p256dh, auth } }));
    },
    async finish(jobs) {
      await finish(pool, [...keysOf(jobs), jobs.map(({ uptoOrdinal }) => uptoOrdinal)]);
    },
    async postpone(waits) {
      const jobs = waits.map(({ job }) => job);
      const attempts = jobs.map((job) => job.attempts);
      const waitsMs = waits.map(({ waitMs }) => Math.ceil(waitMs));
      await postpone(pool, [...keysOf(jobs), attempts, waitsMs, waits.map(({ isFresh }) => isFresh)]);
    },
    async endSubscriptions(ids) {
      await endSubscriptions(pool, [ids]);
    },
  };
}
