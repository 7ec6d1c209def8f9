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

/** A file as its address names it. */
export interface FileRef {
  readonly roomId: string;
  readonly messageId: number;
  readonly kind: number;
}

/**
 * MSG-4: the file of a message, for who may see its room. Room and message are always both read, so that a refusal takes as long and
 * says as little whatever is not there (MSG-4b).
 */
export async function findFile(
  { rooms, downloads }: FindFileParts,
  caller: User,
  { roomId, messageId, kind }: FileRef,
): Promise<Outcome<{ file: DownloadRecord; visited: readonly number[] }>> {
  const [room, file] = await Promise.all([findRoom(rooms, caller, roomId), downloads.findFile(messageId)]);
  const isThere = room.ok && file?.roomId === room.value.id && fileKind[file.authorType] === kind;
  return isThere ? done({ file, visited: room.value.marker === null ? [file.roomId] : [] }) : refused("not_found");
}
