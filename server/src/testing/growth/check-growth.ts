import type pg from "pg";

/** What must hold in every database of the product, each as a query for what breaks it. */
const invariants: Readonly<Record<string, string>> = {
  "seq runs 1, 2, 3 to last_seq in every room (MSG-5)": `
    select id from rooms left join (
      select room_id, count(*) as total, min(seq) as first, max(seq) as last from room_events group by room_id
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
  "every message is its room's event of the same seq (MSG-5)": `
    select m.id from messages m
    full join (select * from room_events where kind = 'message') e on e.message_id = m.id
    where (m.room_id, m.seq, m.author_id, m.created_at) is distinct from (e.room_id, e.seq, e.participant_id, e.created_at)`,
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
      select room_id, participant_id, max(coalesce(read_seq, seq)) as seq from room_events
      where kind in ('message', 'read') group by room_id, participant_id
    ) log on log.room_id = m.room_id and log.participant_id = m.participant_id
    where m.read_seq <> coalesce(log.seq, 0) or m.read_ordinal <> coalesce((
      select ordinal from messages where room_id = m.room_id and seq <= m.read_seq order by seq desc limit 1), 0)`,
  "a membership is listed under the hour of its room's newest activity (ROOM-3)": `
    select room_id from memberships join rooms on rooms.id = room_id where listed_at <> listed_hour(updated_at)`,
  "a room's newest activity is its newest message (ROOM-3)": `
    select rooms.id from rooms left join messages m on m.room_id = rooms.id and m.ordinal = messages_total
    where m.id is null or rooms.updated_at <> m.created_at`,
};

/** Looks for what breaks the product's invariants; answers one sentence for each that does not hold. */
export async function findBrokenInvariants(client: Pick<pg.PoolClient, "query">): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [sentence, query] of Object.entries(invariants)) {
    const { rows } = await client.query<{ broken: number }>(`select count(*)::int as broken from (${query}) found`);
    const [row] = rows;
    if (row?.broken !== 0) broken.push(`not so ${row?.broken ?? "?"} times: ${sentence}`);
  }
  return broken;
}
