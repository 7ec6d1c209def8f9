import { requestRoomName } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { readFileText } from "../files/uploads/rules.ts";
import { invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "../rooms/change-room.ts";
import { type ShowRoomParts, viewRoom } from "../rooms/view-room.ts";
import type { CreateRequestParts } from "./create-request.ts";
import { type AskedState, mayChoose } from "./rules.ts";

export type ChangeRequestParts = ShowRoomParts &
  ChangeRoomParts &
  Pick<CreateRequestParts, "requests" | "wakeWebhooks">;

/** REQ-1d: withdraws, closes or reopens a request. */
export async function changeRequest(
  parts: ChangeRequestParts,
  caller: User,
  requestId: number,
  { state, reason: typed = "" }: { readonly state: AskedState; readonly reason?: string },
): Promise<Outcome<Room>> {
  const found = await findOwnRoom(parts.rooms, caller, requestRoomName(requestId));
  if (!found.ok) return found;
  if (!mayChoose(caller, state)) return refused("forbidden");
  const reason = readFileText(typed);
  if (!reason.ok) return invalidField("reason", reason.problem);
  const { id: roomId } = found.value;
  const { outcome } = await changeRoom(parts, roomId, (now) =>
    parts.requests.change({ roomId, by: caller.id, state, reason: reason.text === "" ? null : reason.text, now }),
  );
  if (outcome === "conflict") return refused("conflict");
  if (outcome === "changed") parts.wakeWebhooks();
  // ERR-2: people who have just left the room may no longer be allowed to see it.
  const viewed = await viewRoom(parts, caller, String(roomId));
  return viewed.ok && outcome === "not-member" ? refused("forbidden") : mapOk(viewed, ({ room }) => room);
}
