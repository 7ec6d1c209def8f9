import type pg from "pg";

/** SQL for every entry of every log: messages and other events (MSG-5). */
const entries = "(select room_id, seq from messages union all select room_id, seq from room_events)";

/** Invariants of every database of the product; each is a query for violations. */
const invariants: Readonly<Record<string, string>> = {
  "seq runs 1, 2, 3 to last_seq in every room (MSG-5)": `
    select id from rooms left join (
      select room_id, count(*) as total, min(seq) as first, max(seq) as last from ${entries} entries group by room_id
    ) log on log.room_id = id
    where (coalesce(total, 0), coalesce(last, 0)) <> (last_seq, last_seq) or first <> 1`,
  "ordinals run 1, 2, 3 to messages_total in every room (ROOM-4)": `
    select id from rooms left join (
      select room_id, count(*) as total, min(ordinal) as first, max(ordinal) as last from messages group by room_id
    ) counted on counted.room_id = id
    where (coalesce(total, 0), coalesce(last, 0)) <> (messages_total, messages_total) or first <> 1`,
  "ordinals rise with seq (ROOM-4)": `
    select id from (
      select id, ordinal, lag(ordinal, 1, 0) over (partition by room_id order by seq) as before from messages
    ) walked where ordinal <> before + 1`,
  // A key forbids duplicates within each table, so the right count excludes gaps and duplicates.
  "no place of a log is a message and another event (MSG-5)": `
    select m.id from messages m join room_events e on e.room_id = m.room_id and e.seq = m.seq`,
  "all rooms and people that messages and events name are there (MSG-5)": `
    select entries.room_id from (
      select room_id, author_id as who from messages union all select room_id, participant_id from room_events
    ) entries left join rooms on rooms.id = entries.room_id left join participants on participants.id = who
    where rooms.id is null or participants.id is null`,
  "members are who joined and did not leave, and the room knows when that last changed (ROOM-6)": `
    select coalesce(log.room_id, m.room_id) from (
      select room_id, participant_id, sum(case kind when 'join' then 1 else -1 end) as times from room_events
      where kind in ('join', 'leave') group by room_id, participant_id
    ) log full join memberships m on m.room_id = log.room_id and m.participant_id = log.participant_id
    where coalesce(times, 0) <> case when m.room_id is null then 0 else 1 end
    union all
    select id from rooms where members_seq <>
      coalesce((select max(seq) from room_events where room_id = rooms.id and kind in ('join', 'leave')), 0)`,
  "joins and leaves count the members (ROOM-6)": `
    select room_id from (
      select room_id, members_total, sum(case kind when 'join' then 1 else -1 end) over (partition by room_id order by seq)
        as counted
      from room_events where kind in ('join', 'leave')
    ) walked where members_total <> counted`,
  "a read marker stands at the newest read or own message, and counts the messages up to it (ROOM-7)": `
    select m.room_id from memberships m join rooms r on r.id = m.room_id
    left join (
      select room_id, who, max(seq) as seq from (
        select room_id, author_id as who, seq from messages
        union all select room_id, participant_id, read_seq from room_events where kind = 'read'
      ) moved group by room_id, who
    ) log on log.room_id = m.room_id and log.who = m.participant_id
    where m.read_seq <> coalesce(log.seq, 0) or m.read_ordinal <> coalesce((
      select ordinal from messages where room_id = m.room_id and seq <= m.read_seq order by seq desc limit 1), 0)`,
  "a membership is listed under the hour of its room's newest activity (ROOM-3)": `
    select room_id from memberships join rooms on rooms.id = room_id where listed_at <> listed_hour(greatest(updated_at, brought_at))`,
  "a room's newest activity is its newest message (ROOM-3)": `
    select rooms.id from rooms left join messages m on m.room_id = rooms.id and m.ordinal = messages_total
    where m.id is null or rooms.updated_at <> m.created_at`,
  "a customer waits since their oldest message that no staff has answered (ROOM-3d)": `
    select rooms.id from rooms left join (
      select room_id, max(ordinal) as ordinal from messages join participants p on p.id = author_id and p.kind <> 'customer'
      where deleted_at is null group by room_id
    ) answered on answered.room_id = rooms.id
    left join lateral (
      select created_at from messages where room_id = rooms.id and ordinal > coalesce(answered.ordinal, 0) and deleted_at is null
      order by ordinal limit 1
    ) oldest on true
    where waiting_since is distinct from oldest.created_at`,
  "a deleted message has neither text nor file nor earlier texts, and its room knows the newest (MSG-7)": `
    select m.id from messages m where deleted_at is not null and (body <> '' or file_id is not null or edited_at is not null
      or exists (select from message_edits where room_id = m.room_id and message_seq = m.seq))
    union all
    select id from rooms where deleted_ordinal <> coalesce((
      select max(ordinal) from messages where room_id = rooms.id and deleted_at is not null), 0)`,
  "a message that was edited has the texts that it had, each under the entry that replaced it (MSG-7)": `
    select m.id from messages m left join (
      select e.room_id, message_seq, count(*) as edits, max(replaced_at) as at from room_events e
        left join message_edits t using (room_id, message_seq, seq)
      where kind = 'edit' group by e.room_id, message_seq having count(*) = count(t.seq)
    ) edited on edited.room_id = m.room_id and edited.message_seq = m.seq
    where deleted_at is null and edited_at is distinct from edited.at`,
  "a reply names an earlier message of its room (MSG-8)": `
    select m.id from messages m left join messages quoted on quoted.room_id = m.room_id and quoted.seq = m.reply_to_seq
    where m.reply_to_seq is not null and (quoted.id is null or quoted.seq >= m.seq)`,
  "a room is held by the member whose take-over is not removed, if there is one (ACT-2)": `
    select rooms.id from rooms left join actions a on a.room_id = rooms.id and action_id = 1 and not is_deleted
    where holder_id is distinct from a.participant_id or holder_id is not null and not exists (
      select from memberships where room_id = rooms.id and participant_id = holder_id)`,
  "a message counts its likes that are not removed (ACT-2)": `
    select m.id from messages m left join (
      select room_id, message_seq, count(*) as likes from actions where action_id = 2 and not is_deleted
      group by room_id, message_seq
    ) counted on counted.room_id = m.room_id and message_seq = seq
    where coalesce(likes, 0) <> likes_total`,
  "an action is as the newest event of it in the log says (ACT-1)": `
    select a.id from actions a full join (
      select distinct on (id) room_id, seq, message_seq, id, (payload -> 'action' ->> 'deleted')::boolean as is_deleted
      from (select *, (payload -> 'action' ->> 'id')::bigint as id from room_events where kind = 'action') logged
      order by id, seq desc
    ) logged on logged.id = a.id
    where (a.room_id, a.seq, a.message_seq, a.is_deleted)
      is distinct from (logged.room_id, logged.seq, logged.message_seq, logged.is_deleted) and coalesce(a.seq, 1) <> 0`,
  "a message was changed last by the newest event that names it (MSG-6)": `
    select m.id from messages m left join (
      select room_id, message_seq, max(seq) as seq from room_events where message_seq is not null group by room_id, message_seq
    ) changed on changed.room_id = m.room_id and changed.message_seq = m.seq
    where m.updated_seq is distinct from changed.seq`,
  "a room's offer and request are of its customer (REQ-1)": `
    select r.id from rooms r left join offers o on o.id = r.offer_id left join requests q on q.id = r.request_id
    where r.customer_id <> coalesce(o.customer_id, r.customer_id) or r.customer_id <> coalesce(q.customer_id, r.customer_id)`,
  "a request is in the state that its room's log says, and is the room's first message (REQ-1)": `
    select q.id from requests q left join rooms r on r.request_id = q.id
    left join messages m on m.room_id = r.id and m.ordinal = 1
    left join lateral (
      select payload->'request' as said from room_events where room_id = r.id and kind = 'request' order by seq desc limit 1
    ) newest on true
    where (q.message_seq, q.state, q.reason) is distinct from (m.seq, coalesce(said->>'state', 'open'), said->>'reason')`,
  "a room was active in the minute of its newest event (LIVE-3)": `
    select rooms.id from rooms left join messages m on m.room_id = rooms.id and m.seq = last_seq
    left join room_events e on e.room_id = rooms.id and e.seq = last_seq
    where active_minute <> coalesce(room_minute(coalesce(m.created_at, e.created_at)), '-infinity')`,
};

/** Returns a sentence for each broken invariant. */
export async function findBrokenInvariants(client: Pick<pg.PoolClient, "query">): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [sentence, query] of Object.entries(invariants)) {
    const { rows } = await client.query<{ broken: number }>(`select count(*)::int as broken from (${query}) found`);
    const [row] = rows;
    if (row?.broken !== 0) broken.push(`not so ${row?.broken ?? "?"} times: ${sentence}`);
  }
  return broken;
}
