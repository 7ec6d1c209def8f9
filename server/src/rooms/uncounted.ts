/** ROOM-7: SQL for the messages above the marker that are deleted or by silenced people. Costs two index lookups per silenced person. */
export const uncountedFor = (reader: string): string => `case when r.messages_total > m.read_ordinal then
    case when ${silencedBy(reader)} is null then 0 else (
      select coalesce(sum(newest.silenced_ordinal - oldest.silenced_ordinal + 1), 0)::bigint
      from unnest(${silencedBy(reader)}) silenced (id)
      cross join lateral (${numbered("seq")}) oldest cross join lateral (${numbered("seq desc")}) newest
    ) end + case when r.deleted_ordinal <= m.read_ordinal then 0 else (
      select count(*) from messages where room_id = r.id and ordinal > m.read_ordinal and deleted_at is not null
        and author_id <> all (coalesce(${silencedBy(reader)}, '{}'))
    ) end
  else 0 end`;

/** This subquery does not depend on the surrounding statement, so PostgreSQL evaluates it at most once. */
const silencedBy = (reader: string): string =>
  `(select array_agg(silenced_id) from silences where participant_id = ${reader} and is_numbered)`;

const numbered = (order: string): string =>
  `select silenced_ordinal from messages
      where room_id = r.id and author_id = silenced.id and seq > m.read_seq and silenced_ordinal is not null
      order by ${order} limit 1`;
