import { roomName } from "@cuplaj/protocol/channels.ts";
import type { OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { type RoomHistory, toRoom } from "./room-view.ts";
import { mayViewRoom, readRoomRef, type RoomRef } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** What showing rooms needs. */
export interface ShowRoomParts {
  readonly rooms: RoomStore;
  readonly history: RoomHistory;
  readonly live: {
    /** Who is present in a room now (LIVE-6). */
    online(roomName: string): readonly OnlineUser[];
  };
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

/** A room, and whether it is shown to somebody who is no member. */
type ShownRoom = Outcome<{ room: Room; isVisit: boolean }>;

/** ROOM-4: a room with its newest page of messages, for members and, as visitors, holders of `rooms.view-any`. */
export async function viewRoom(parts: ShowRoomParts, caller: User, roomRef: string): Promise<ShownRoom> {
  const ref = readRoomRef(roomRef);
  return ref === null ? refused("not_found") : await showRoom(parts, caller, ref);
}

/** The room as the caller sees it; absent and hidden rooms are the same 404 (ERR-2). */
export async function showRoom(parts: ShowRoomParts, caller: User, ref: RoomRef): Promise<ShownRoom> {
  const { rooms, history, live, epoch } = parts;
  const record = await rooms.findRoom(ref, caller.id);
  if (record === null || !mayViewRoom(caller, record.marker)) return refused("not_found");
  const messages = await history.newestPage(record, caller.id);
  const room = toRoom(record, { messages, page: 1, online: live.online(roomName(record.offerId)), epoch });
  return done({ room, isVisit: record.marker === null });
}
