import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { TakeOver } from "@cuplaj/protocol/events.ts";
import type { ActionId } from "@cuplaj/protocol/message.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";

interface ActionChange {
  readonly messageSeq: number;
  readonly participantId: number;
  readonly isGiven: boolean;
}

export interface ActionsChange {
  readonly roomId: number;
  readonly by: number;
  /** ISO 8601, or the string `now` for the database's time. */
  readonly now: string;
  readonly actionId: ActionId;
  readonly changes: readonly ActionChange[];
  /** How the room passes from the removed take-over to the new one; null if the holder stays. */
  readonly how: TakeOver["how"] | null;
  /** The note of a hand-over; only the new holder can read it. */
  readonly note: string | null;
}

/**
 * SQL that changes actions and logs them: `event` holds the entries, `room` the `members_seq` before them. If the holder changes, the last entry is a
 * quiet line about it (MSG-9).
 */
export const changedActions = `
  with asked as (
    select * from unnest($5::bigint[], $6::bigint[], $7::boolean[]) with ordinality as asked (message_seq, participant_id, is_given, nth)
  ), room as (
    update rooms set last_seq = last_seq + cardinality($5::bigint[]) + case when $8::text is null then 0 else 1 end,
      holder_id = case when $8::text is null then holder_id else (select participant_id from asked where is_given) end,
      active_minute = greatest(active_minute, room_minute(now()))
    where id = $1 returning last_seq, last_seq - cardinality($5::bigint[]) - case when $8::text is null then 0 else 1 end as before_seq, members_seq
  ), changed as (
    insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at, handed_by, note)
    select $1, message_seq, $4::smallint, participant_id, before_seq + nth, not is_given, $3::timestamptz,
      case when is_given and $8::text = 'handed' then $2::bigint end, case when is_given then $9::text end
    from asked, room order by nth
    on conflict (room_id, message_seq, participant_id, action_id) do update set seq = excluded.seq, is_deleted = excluded.is_deleted,
      created_at = excluded.created_at, handed_by = excluded.handed_by, note = excluded.note
    returning *
  ), event as (
    insert into room_events (room_id, seq, kind, participant_id, message_seq, payload, created_at)
    select $1, c.seq, 'action', $2, c.message_seq, jsonb_build_object('person_id', c.participant_id, 'action', jsonb_build_object(
      'id', c.id, 'action_id', c.action_id, 'deleted', c.is_deleted, 'message_id', m.id, 'message_seq', m.seq, 'author_type', m.kind)), $3
    from changed c cross join lateral (
      select m.id, m.seq, kind from messages m join participants p on p.id = m.author_id
      where m.room_id = $1 and m.seq = c.message_seq offset 0
    ) m
    union all
    select $1, last_seq, 'take-over', $2, null, jsonb_build_object('how', $8::text, 'person_id', (select participant_id from asked where is_given),
      'from_id', (select participant_id from asked where not is_given),
      'members_total', (select count(*) from memberships where room_id = $1)), $3
    from room where $8::text is not null
    returning seq, kind, payload, created_at
  ), message as (
    update messages m set updated_seq = (select max(seq) from changed where message_seq = m.seq), likes_total = likes_total + (
      select sum(case when action_id <> 2 then 0 when is_deleted then -1 else 1 end) from changed where message_seq = m.seq)
    where room_id = $1 and seq = any($5::bigint[])
  )`;

export const changeValues = ({ roomId, by, now, actionId, changes, how, note }: ActionsChange): readonly unknown[] => [
  ...[roomId, by, now, actionId],
  changes.map(({ messageSeq }) => messageSeq),
  changes.map(({ participantId }) => participantId),
  changes.map(({ isGiven }) => isGiven),
  ...[how, note],
];

const change = namedStatement("actions-change", `${changedActions} select`);
const selectHeld = namedStatement<Pick<ActionChange, "messageSeq">>(
  "actions-held",
  `select message_seq as "messageSeq" from actions
   where room_id = $1 and participant_id = $2 and action_id = ${takeOverAction} and not is_deleted`,
);

export const changeActions = async (client: StatementPool, asked: ActionsChange): Promise<void> =>
  void (await change(client, changeValues(asked)));

/** ACT-2: ends a person's take-over, if any, of a room that the transaction has locked. */
export async function endTakeOver(
  client: StatementPool,
  {
    roomId,
    participantId,
    ...asked
  }: Pick<ActionsChange, "roomId" | "now" | "how"> & { readonly participantId: number },
): Promise<void> {
  const [held] = await selectHeld(client, [roomId, participantId]);
  if (held === undefined) return;
  const changes = [{ ...held, participantId, isGiven: false }];
  await changeActions(client, { ...asked, roomId, by: participantId, actionId: takeOverAction, changes, note: null });
}

const selectHeldRoom = namedStatement<{ id: number }>(
  "actions-held-room",
  "select id from rooms where holder_id = $1 order by id limit 1",
);

/** ACT-2e: ends all take-overs of a disabled person, in a separate transaction per room, so that each room is locked only briefly. */
export async function endTakeOvers(pool: StatementPool, participantId: number): Promise<void> {
  for (;;) {
    const [room] = await selectHeldRoom(pool, [participantId]);
    if (room === undefined) return;
    await inTransaction(pool, async (client) => {
      await client.query("select from rooms where id = $1 for no key update", [room.id]);
      await endTakeOver(client, { roomId: room.id, participantId, now: "now", how: "disabled" });
    });
  }
}
