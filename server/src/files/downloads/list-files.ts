import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { filesPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Static } from "typebox";
import { done, type Outcome } from "../../kernel/outcome.ts";
import { toMessage } from "../../messages/rules.ts";
import type { MessageStore } from "../../messages/store.ts";
import { findRoom } from "../../rooms/change-room.ts";
import type { RoomStore } from "../../rooms/store.ts";

type FilePage = Static<(typeof endpoints.listFiles.answers)[200]>;

export interface ListFilesParts {
  readonly rooms: RoomStore;
  readonly messages: Pick<MessageStore, "listWithFile">;
}

export async function listFiles(
  { rooms, messages }: ListFilesParts,
  caller: User,
  { roomId, page }: { readonly roomId: string; readonly page: number },
): Promise<Outcome<{ page: FilePage; visited: readonly number[] }>> {
  const found = await findRoom(rooms, caller, roomId);
  if (!found.ok) return found;
  const { id, marker } = found.value;
  const cut = { skip: filesPerPage * (page - 1), take: filesPerPage };
  const { messages: stored, total } = await messages.listWithFile(id, cut, caller.id);
  const reader = { id: caller.id, readSeq: marker?.readSeq ?? null };
  const listed = stored.toReversed().map((message) => toMessage(message, reader));
  return done({ page: { messages: listed, total, page }, visited: marker === null ? [id] : [] });
}
