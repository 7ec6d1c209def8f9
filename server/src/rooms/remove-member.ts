import { endTakeOver } from "../action-log/change-actions.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { lockRoom } from "./locked-room.ts";
import type { MemberRemoved, RoomStore } from "./store.ts";

const leaveRoom = namedStatement<Pick<MemberRemoved, "outcome">>(
  "rooms-remove-member",
  "select outcome from leave_room($1, $2, $3, $4, $5)",
);

/** ROOM-6, ACT-2d: ends what the member holds of the room, then removes them. Changes to be rolled back, unless it is `done`. */
export async function removeMember(
  client: StatementPool,
  { roomId, participantId, by, now }: Parameters<RoomStore["removeMember"]>[0],
): Promise<MemberRemoved> {
  const readEntries = await lockRoom(client, roomId);
  await endTakeOver(client, { roomId, participantId, now, how: "left" });
  const [left] = await leaveRoom(client, [roomId, participantId, now, by?.id ?? null, by?.isAdmin ?? false]);
  if (left?.outcome !== "done" || readEntries === null) return { outcome: left?.outcome ?? "not-found", entries: [] };
  return { outcome: "done", entries: await readEntries() };
}
