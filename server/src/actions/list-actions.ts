import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { actionsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Static } from "typebox";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { toAction } from "../rooms/action-rules.ts";
import { findRoom } from "../rooms/change-room.ts";
import type { ActParts } from "./act-on-message.ts";

type ActionPage = Static<(typeof endpoints.listActions.answers)[200]>;

/** ACT-2: the actions of a message, newest first, 50 per page, for everybody who may see the room. */
export async function listActions(
  { rooms, actions }: Pick<ActParts, "rooms" | "actions">,
  caller: User,
  roomRef: string,
  asked: { readonly messageId: number; readonly page: number },
): Promise<Outcome<{ page: ActionPage; visited: readonly number[] }>> {
  const found = await findRoom(rooms, caller, roomRef);
  if (!found.ok) return found;
  const { id: roomId, marker } = found.value;
  const skip = actionsPerPage * (asked.page - 1);
  const listed = await actions.listActions(roomId, asked.messageId, skip, actionsPerPage);
  if (listed === null) return refused("not_found");
  const page = {
    actions: listed.actions.map((action) => toAction(action, roomId)),
    total: listed.total,
    page: asked.page,
  };
  return done({ page, visited: marker === null ? [roomId] : [] });
}
