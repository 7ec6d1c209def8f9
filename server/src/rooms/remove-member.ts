import { endTakeOver } from "../action-log/change-actions.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { isMember, isRoomsCustomer, lockPeople, lockRoom } from "./locked-room.ts";
import { decideRemoval, type Removal } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** ROOM-14c: the log entry of a member's join names the person who brought them in. */
const selectRemoval = namedStatement<Removal & { readonly isHolder: boolean }>(
  "rooms-remove",
  `select exists (select from rooms where id = $1 and holder_id = $2) as "isHolder",
     case when $3::bigint is not null then json_build_object('id', $3, 'mayInvite', holds_permission($3, 'rooms.invite'),
     'mayViewAny', holds_permission($3, 'rooms.view-any'), 'isMember', ${isMember("$3")},
     'isAdmin', $4 and exists (select from participant_roles where participant_id = $3 and role = 'Admin')) end as by,
     json_build_object('isMember', ${isMember("$2")}, 'isRoomsCustomer', ${isRoomsCustomer},
       'hasLeft', exists (select from room_events where room_id = $1 and participant_id = $2 and kind = 'leave'),
       'broughtBy', (select (payload->>'from_id')::bigint from room_events
         where room_id = $1 and seq = (select joined_seq from memberships where room_id = $1 and participant_id = $2))) as person`,
);
const leave = namedStatement(
  "rooms-leave",
  `with gone as (
     delete from memberships where room_id = $1 and participant_id = $2 returning read_seq
   ), head as (
     update rooms set last_seq = last_seq + 1, members_seq = last_seq + 1,
       active_minute = greatest(active_minute, room_minute(now()))
     where id = $1 and exists (select from gone) returning last_seq
   )
   insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, payload, created_at)
   select $1, last_seq, 'leave', $2, read_seq, (select count(*) - 1 from memberships where room_id = $1),
     case when $4::bigint is not null then jsonb_build_object('from_id', $4::bigint) end, $3 from gone, head`,
);

/** ROOM-6, ACT-2e: ends the member's take-over of the room, then removes them. */
export async function removeMember(client: StatementPool, asked: AskedRemoval): ReturnType<RoomStore["removeMember"]> {
  const { roomId, participantId, by, now } = asked;
  const readEntries = await lockRoom(client, roomId);
  if (readEntries === null) return { outcome: "not-found", entries: [] };
  const found = await findRemoval(client, asked);
  const outcome = decideRemoval(found);
  if (outcome !== "done") return { outcome, entries: [] };
  if (found.isHolder) await endTakeOver(client, { roomId, participantId, now, how: "left" });
  await leave(client, [roomId, participantId, now, by?.id ?? null]);
  return { outcome, entries: await readEntries() };
}

type AskedRemoval = Parameters<RoomStore["removeMember"]>[0];

async function findRemoval(client: StatementPool, { roomId, participantId, by }: AskedRemoval) {
  if (by !== null) await lockPeople(client, [[by.id]]);
  const [found] = await selectRemoval(client, [roomId, participantId, by?.id ?? null, by?.isAdmin ?? false]);
  if (found === undefined) throw new Error("a removal without an answer");
  return found;
}
