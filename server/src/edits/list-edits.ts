import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { editsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Static } from "typebox";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { findRoom } from "../rooms/change-room.ts";
import type { EditParts, MessageRef } from "./change-own-message.ts";

type EditPage = Static<(typeof endpoints.listEdits.answers)[200]>;

/** MSG-7e: earlier texts of a message, newest first, 50 per page, for holders of `audit.view` who may see the room. */
export async function listEdits(
  { rooms, edits }: Pick<EditParts, "rooms" | "edits">,
  caller: User,
  { roomRef, messageId, page }: MessageRef & { readonly page: number },
): Promise<Outcome<{ page: EditPage; visited: readonly number[] }>> {
  const found = await findRoom(rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!hasPermission(caller.roles, "audit.view")) return refused("forbidden");
  const { id: roomId, marker } = found.value;
  const cut = { skip: editsPerPage * (page - 1), take: editsPerPage };
  const listed = await edits.listEdits(roomId, messageId, cut);
  if (listed === null) return refused("not_found");
  return done({
    page: { edits: [...listed.edits], total: listed.total, page },
    visited: marker === null ? [roomId] : [],
  });
}
