import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../../kernel/outcome.ts";
import { fileKind } from "../../messages/file-rules.ts";
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

/** MSG-4: finds a message's file. Always reads both room and message, so that refusals take equally long whichever is missing (MSG-4b). */
export async function findFile(
  { rooms, downloads }: FindFileParts,
  caller: User,
  { roomId, messageId, kind }: FileRef,
): Promise<Outcome<{ file: DownloadRecord; visited: readonly number[] }>> {
  const [room, file] = await Promise.all([findRoom(rooms, caller, roomId), downloads.findFile(messageId)]);
  const isThere = room.ok && file?.roomId === room.value.id && fileKind[file.authorType] === kind;
  return isThere ? done({ file, visited: room.value.marker === null ? [file.roomId] : [] }) : refused("not_found");
}
