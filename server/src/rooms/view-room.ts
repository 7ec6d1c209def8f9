import { roomName } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { type RoomHistory, type RoomPresence, toRoom } from "./room-view.ts";
import { mayViewRoom, readRoomRef, type RoomRef } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** ROOM-4: a room with its newest page of messages, for members and, as visitors, holders of `rooms.view-any`. */
export type ViewRoom = (caller: User, roomRef: string) => Promise<Outcome<{ room: Room; isVisit: boolean }>>;

/** Makes the use case. */
export function createViewRoom(parts: ShowRoomParts): ViewRoom {
  return async (caller, roomRef) => {
    const ref = readRoomRef(roomRef);
    return ref === null ? refused("not_found") : await showRoom(parts, caller, ref);
  };
}

/** What showing a room needs. */
export interface ShowRoomParts {
  readonly store: RoomStore;
  readonly history: RoomHistory;
  readonly online: RoomPresence;
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

/** The room as the caller sees it; absent and hidden rooms are the same 404 (ERR-2). */
export async function showRoom(parts: ShowRoomParts, caller: User, ref: RoomRef): ReturnType<ViewRoom> {
  const record = await parts.store.findRoom(ref, caller.id);
  if (record === null || !mayViewRoom(caller, record.marker)) return refused("not_found");
  const messages = await parts.history.newestPage(record, caller.id);
  const online = parts.online(roomName(record.offerId));
  const room = toRoom(record, { messages, page: 1, online, epoch: parts.epoch });
  return done({ room, isVisit: record.marker === null });
}
