import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { type Backlog, isOver, waitOf } from "../storage/stored-waits.ts";
import type { MailFacts, MailJob, MailJobStore } from "./jobs.ts";
import { textsMax } from "./rules.ts";

const usable = "a.address is not null and a.is_wanted and a.bounced_at is null";

/** A job that waits keeps its time, so that a busy room does not put its e-mail off. */
const planIn = (name: string, rooms: string) =>
  namedStatement(
    name,
    `insert into mail_jobs as j (participant_id, room_id, upto_ordinal, next_at)
     select m.participant_id, r.id, r.messages_total, now() + $1 * interval '1 millisecond'
     from ${rooms} r join memberships m on m.room_id = r.id join mail_addresses a on a.participant_id = m.participant_id
       left join mail_jobs known on known.participant_id = m.participant_id and known.room_id = r.id
     where ${usable} and m.read_ordinal < r.messages_total and m.muted_version is null
       and coalesce(known.upto_ordinal, 0) < r.messages_total
     on conflict (participant_id, room_id) do update
       set upto_ordinal = excluded.upto_ordinal, next_at = coalesce(j.next_at, excluded.next_at)
       where j.upto_ordinal < excluded.upto_ordinal`,
  );
const planSome = planIn("mail-plan", "(select * from rooms where id = any($2::bigint[]))");
/** MAIL-1: a server that was down for longer, or that only now has a relay, sends no old news. */
const planAll = planIn(
  "mail-plan-all",
  "(select * from rooms where active_minute > now() - interval '1 day' and active_minute < 'infinity')",
);

const takeDue = namedStatement<MailJob>(
  "mail-take",
  `update mail_jobs j set attempts = attempts + 1, tried_since = coalesce(tried_since, now()), ${waitOf("$2")}
   from (
     select d.participant_id, d.room_id from mail_jobs d where d.next_at is not null and ${isOver("d")}
     order by d.next_at limit $1 for update skip locked) due
   where j.participant_id = due.participant_id and j.room_id = due.room_id
   returning j.participant_id as "participantId", j.room_id as "roomId", j.attempts,
     (extract(epoch from now() - j.tried_since) * 1000)::float8 as "triedMs"`,
);

/** Messages further back are not counted. */
const lookedThroughMax = 200;

const describe = namedStatement<MailFacts>(
  "mail-describe",
  `select p.id as "participantId", r.id as "roomId", r.name as room, a.address, p.name, p.kind, p.locale as language, p.notifications,
     unread.upto as "uptoOrdinal", unread.total, said.texts,
     (extract(epoch from now() - unread.since) * 1000)::float8 as "unreadMs",
     case when m.read_ordinal = j.mailed_read_ordinal then (extract(epoch from now() - j.mailed_at) * 1000)::float8 end as "unansweredMs"
   from unnest($1::bigint[], $2::bigint[]) asked (participant_id, room_id)
     join mail_jobs j using (participant_id, room_id)
     join participants p on p.id = j.participant_id and p.disabled_at is null and holds_permission(p.id, 'rooms.view')
     join mail_addresses a on a.participant_id = p.id and ${usable}
     join memberships m on m.room_id = j.room_id and m.participant_id = p.id and m.muted_version is null
     join rooms r on r.id = j.room_id
     cross join lateral (
       select greatest(m.read_ordinal, j.mailed_ordinal, r.messages_total - ${lookedThroughMax}) as after) mark
     cross join lateral (
       select array_agg(x.id order by x.ordinal desc) as ids, count(*)::integer as total, max(x.ordinal) as upto,
         min(x.created_at) filter (where x.ordinal > j.shown_ordinal) as since
       from messages x where x.room_id = r.id and x.ordinal > mark.after and x.deleted_at is null and x.author_id <> p.id
         and not exists (select from silences where participant_id = p.id and silenced_id = x.author_id and is_numbered)) unread
     cross join lateral (
       select json_agg(json_build_object('author', w.name, 'text', x.body, 'file', case when f.id is not null then json_build_object(
         'id', f.id, 'name', f.name, 'storageId', f.storage_id, 'previewBytes', f.preview_bytes) end) order by x.ordinal) as texts
       from messages x join participants w on w.id = x.author_id left join files f on f.id = x.file_id
       where x.room_id = r.id and x.ordinal > mark.after and x.id = any(unread.ids[1:${textsMax}])) said
   where unread.since is not null`,
);

const drop = namedStatement(
  "mail-drop",
  `update mail_jobs set next_at = null, attempts = 0, tried_since = null
   where participant_id = $1 and room_id = $2 and attempts = $3`,
);
const postpone = namedStatement(
  "mail-postpone",
  `update mail_jobs set ${waitOf("$4")}, attempts = case when $5 then 0 else attempts end, tried_since = case when not $5 then tried_since end
   where participant_id = $1 and room_id = $2 and attempts = $3`,
);
const finish = namedStatement(
  "mail-finish",
  `update mail_jobs j set mailed_ordinal = $4, mailed_at = now(), mailed_read_ordinal = m.read_ordinal, attempts = 0, tried_since = null,
     next_at = case when j.upto_ordinal > $4 then now() + $5 * interval '1 millisecond' end
   from memberships m
   where m.room_id = j.room_id and m.participant_id = j.participant_id and j.participant_id = $1 and j.room_id = $2 and j.attempts = $3`,
);
const noteBounce = namedStatement(
  "mail-note-bounce",
  `with bounced as (
     update mail_addresses set bounced_at = now() where participant_id = $1 and bounced_at is null returning participant_id)
   select note_account_change('mail-bounced', participant_id, null, 'nobody', null, null) from bounced`,
);
const insertLink = namedStatement(
  "mail-add-link",
  `insert into mail_links (hash, participant_id, room_id, expires_at) values ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
);
const forgetLinks = namedStatement("mail-forget-links", "delete from mail_links where expires_at < now()");
const readBacklog = namedStatement<Backlog>(
  "mail-backlog",
  `select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(tried_since)), 0)::float8 as "oldestSeconds"
   from mail_jobs where next_at is not null and tried_since is not null`,
);

const keyOf = ({ participantId, roomId, attempts }: MailJob) => [participantId, roomId, attempts];

export function createMailJobStore(pool: StatementPool): MailJobStore {
  return {
    async plan(roomIds, delayMs) {
      await (roomIds === null ? planAll(pool, [delayMs]) : planSome(pool, [delayMs, roomIds]));
    },
    take: (most, leaseMs) => takeDue(pool, [most, leaseMs]),
    describe: (jobs) =>
      describe(pool, [jobs.map(({ participantId }) => participantId), jobs.map(({ roomId }) => roomId)]),
    async drop(job) {
      await drop(pool, keyOf(job));
    },
    async postpone(job, waitMs, isFresh) {
      await postpone(pool, [...keyOf(job), Math.ceil(waitMs), isFresh]);
    },
    async finish(job, uptoOrdinal, delayMs) {
      await finish(pool, [...keyOf(job), uptoOrdinal, delayMs]);
    },
    async noteBounce(participantId) {
      await noteBounce(pool, [participantId]);
    },
    async addLink({ hash, participantId, roomId }, msMax) {
      await insertLink(pool, [hash, participantId, roomId, msMax]);
    },
    async forgetLinks() {
      await forgetLinks(pool, []);
    },
    async backlog() {
      const [backlog] = await readBacklog(pool, []);
      return backlog ?? { waiting: 0, oldestSeconds: 0 };
    },
  };
}
