import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../../kernel/outcome.ts";
import { fileKind } from "../../messages/file-rules.ts";
import { mayStoreOffers } from "../../offers/rules.ts";
import { findRoom } from "../../rooms/change-room.ts";
import type { RoomStore } from "../../rooms/store.ts";
import type { DownloadRecord, DownloadStore } from "./store.ts";

export interface FindFileParts {
  readonly rooms: RoomStore;
  readonly downloads: DownloadStore;
}

export interface FileRef {
  readonly roomId: string;
  readonly messageId: number;
  readonly kind: number;
}

/**
 * MSG-4: finds a message's file. Always reads both room and message, so that refusals take equally long whichever is missing (MSG-4b). REQ-1g:
 * programs that store offers get the photos of requests by the room's id.
 */
export async function findFile(
  { rooms, downloads }: FindFileParts,
  caller: User,
  { roomId, messageId, kind }: FileRef,
): Promise<Outcome<{ file: DownloadRecord; visited: readonly number[] }>> {
  const [room, file] = await Promise.all([findRoom(rooms, caller, roomId), downloads.findFile(messageId)]);
  if (file === null || fileKind[file.authorType] !== kind) return refused("not_found");
  const isOpen = room.ok
    ? file.roomId === room.value.id
    : mayStoreOffers(caller) && file.isAsked && String(file.roomId) === roomId;
  if (!isOpen) return refused("not_found");
  return done({ file, visited: room.ok && room.value.marker !== null ? [] : [file.roomId] });
}
