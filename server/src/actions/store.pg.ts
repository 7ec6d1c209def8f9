import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { changeActions, changedActions, changeValues } from "../action-log/change-actions.ts";
import { actionColumn, actionsOfMessage, heldRoom, messageColumns } from "../rooms/action-columns.ts";
import { toAction } from "../rooms/action-rules.ts";
import { type CommittedEntry, readChange, type StoredChange, type StoredEntry } from "../rooms/log-rules.ts";
import { isOutdated, joinRoom, lockPeople, lockRoom, memberRoom, readLocked } from "../rooms/locked-room.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { type ActedMessage, type ActionStays, decideAct, decideHandOver, type HandOverFound } from "./rules.ts";
import type { Acted, ActionPage, ActionStore, HandOver, MessageAct } from "./store.ts";

// Locks the room, then the person who takes it over. If that person is being disabled concurrently, either this statement sees that, or the
// disabling sees the new take-over and ends it.
const lockMessage = namedStatement<{ isOutdated: boolean; message: ActedMessage | null }>(
  "actions-lock",
  `${memberRoom}, taker as materialized (
     select disabled_at is null as is_enabled from room, participants p where p.id = $2 and $4 = ${takeOverAction} for share of p
   )
   select ${isOutdated}, case when m.id is not null then json_build_object('seq', m.seq, 'isDeleted', m.deleted_at is not null,
     'authorType', author.kind, 'own', (
       select ${actionColumn(messageColumns("m", "author"))} from actions a join participants giver on giver.id = a.participant_id
       where a.room_id = $1 and a.message_seq = m.seq and a.participant_id = $2 and a.action_id = $4),
     'held', case when $4 = ${takeOverAction} then ${heldRoom} end, 'isEnabled', (select is_enabled from taker)) end as message
   from room left join (messages m join participants author on author.id = m.author_id) on m.room_id = $1 and m.id = $3`,
);

const changeLogged = namedStatement<Omit<StoredEntry, "roomId" | "message"> & Pick<StoredChange, "membersSeq">>(
  "actions-act",
  `${changedActions}
   select e.seq, e.kind, ${wireTime("e.created_at")} as timestamp, e.payload, person_json($2) as person,
     person_json((e.payload->>'person_id')::bigint) as whose, person_json((e.payload->>'from_id')::bigint) as "from",
     null as "readSeq", null as "membersTotal", room.members_seq as "membersSeq"
   from event e, room order by e.seq`,
);

// Inserts a row without an event, so that removing an action that was never given has an id to return.
const insertNeverGiven = namedStatement(
  "actions-never-given",
  `insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at)
   select room_id, seq, $3, $2, 0, true, $4 from messages where id = $1 on conflict do nothing`,
);

const selectHandOver = namedStatement<HandOverFound & { isMember: boolean }>(
  "actions-hand-over",
  `with member as (select participant_id from memberships where room_id = $1 and participant_id in ($2, $3))
   select $2 in (select participant_id from member) as "isMember", ${heldRoom} as held, holds_permission($2, 'rooms.invite') as "mayInvite", (
     select json_build_object('type', kind, 'isMember', id in (select participant_id from member), 'mayView', holds_permission(id, 'rooms.view'),
       'mayTakeOver', holds_permission(id, 'messages.take-over')) from participants where id = $3) as colleague`,
);
const selectActions = namedStatement<ActionPage>("actions-list", actionsOfMessage);

export function createActionStore(pool: StatementPool): ActionStore {
  return {
    act: (asked) => inTransaction(pool, (client, commit) => act(client, asked, commit)),
    handOver: (asked) => inTransaction(pool, (client) => handOver(client, asked)),
    async listActions(roomId, messageId, skip, take) {
      const [page] = await selectActions(pool, [roomId, messageId, skip, take]);
      return page ?? null;
    },
  };
}

async function act(
  client: StatementPool,
  asked: MessageAct,
  commit: () => Promise<unknown>,
): ReturnType<ActionStore["act"]> {
  const { roomId, participantId, actionId, messageId, now } = asked;
  const locked = await readLocked(() => lockMessage(client, [roomId, participantId, messageId, actionId]));
  if (locked === null) return { outcome: "not-member", entries: [] };
  if (locked.message === null) return { outcome: "no-message", entries: [] };
  const decided = decideAct(locked.message, asked);
  if (decided.outcome === "never-given") {
    await insertNeverGiven(client, [messageId, participantId, actionId, now]);
    return await act(client, asked, commit);
  }
  if (decided.outcome !== "changed") return unchanged(roomId, decided);
  const change = changeValues({ ...decided, roomId, by: participantId, now, actionId, note: null });
  const [entries] = await Promise.all([changeLogged(client, change), commit()]);
  return toActed(readChange(roomId, { entries, membersSeq: entries[0]?.membersSeq ?? 0 }));
}

async function handOver(client: StatementPool, asked: HandOver): ReturnType<ActionStore["handOver"]> {
  const { roomId, participantId, to, note, now } = asked;
  const readEntries = await lockRoom(client, roomId);
  // Locks in a separate statement, so that the next statement sees whether the colleague was disabled during the wait.
  await lockPeople(client, [[to]]);
  const [found] = await selectHandOver(client, [roomId, participantId, to]);
  if (readEntries === null || !found?.isMember) return { outcome: "not-member", entries: [] };
  const decided = decideHandOver(found, asked);
  if (decided.outcome !== "changed") return unchanged(roomId, decided);
  await joinRoom(client, [roomId, to, now, participantId]);
  await changeActions(client, { ...decided, roomId, by: participantId, now, actionId: takeOverAction, note });
  return toActed(await readEntries());
}

function unchanged<Refusal extends string>(
  roomId: number,
  decided: ActionStays | { readonly outcome: Refusal },
): Acted<Refusal> {
  if (!("action" in decided)) return { outcome: decided.outcome, entries: [] };
  return { outcome: decided.outcome, action: toAction(decided.action, roomId), entries: [] };
}

/** The requested action is the last one changed. */
function toActed(entries: readonly CommittedEntry[]): Acted<never> {
  const changed = entries.findLast((entry) => entry.kind === "action");
  if (changed === undefined) throw new Error("an act without an action");
  return { outcome: "done", action: changed.action, entries };
}
