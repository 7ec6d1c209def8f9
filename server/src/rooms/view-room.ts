import { offerRoomType, requestRoomType, roomChannel } from "@cuplaj/protocol/channels.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { toAction } from "./action-rules.ts";
import { mayViewRoom, readRoomRef, roomTitle, unreadCount, vehicleInShort } from "./rules.ts";
import type { RoomAccess, RoomRecord, RoomStore } from "./store.ts";

/** A room's messages, provided by the messages slice. `room` fixes the end of the log and the reader's view. */
export interface RoomHistory {
  /** Returns the newest 50, oldest first. */
  newestPage(room: RoomAccess, readerId: number): Promise<readonly Message[]>;
  newestOf(rooms: readonly RoomAccess[], readerId: number): Promise<ReadonlyMap<number, Message>>;
}

export interface ShowRoomParts {
  readonly rooms: RoomStore;
  readonly history: RoomHistory;
  readonly live: {
    online(roomName: string): readonly OnlineUser[];
  };
  readonly epoch: string;
}

export interface ViewedRoom {
  readonly room: Room;
  readonly isVisit: boolean;
}

/** ROOM-4: holders of `rooms.view-any` may view rooms as visitors. Both missing and hidden rooms are 404 (ERR-2). */
export async function viewRoom(parts: ShowRoomParts, caller: User, roomRef: string): Promise<Outcome<ViewedRoom>> {
  const ref = readRoomRef(roomRef);
  const record = ref === null ? null : await parts.rooms.findRoom(ref, caller.id);
  if (record === null || !mayViewRoom(caller, record.marker !== null)) return refused("not_found");
  const room = toRoom(parts, record, 1, await parts.history.newestPage(record, caller.id));
  return done({ room, isVisit: record.marker === null });
}

/** ROOM-2: converts a room to its protocol form. `page` is 1 if `messages` is the newest page, and 0 if it is only the newest message. */
export function toRoom(
  { live, epoch }: Pick<ShowRoomParts, "live" | "epoch">,
  record: RoomRecord,
  page: 0 | 1,
  messages: readonly Message[],
): Room {
  const { name, request } = record;
  return {
    id: record.id,
    name,
    channel: roomChannel(name),
    namespace: "",
    private: 0,
    presence: 1,
    type: request === null ? offerRoomType : requestRoomType,
    title: roomTitle(name),
    ...record.offer,
    vehicle: vehicleInShort(record.vehicle),
    request,
    messages: [...messages],
    total: record.messagesTotal,
    page,
    unread_count: unreadCount(record.messagesTotal, record.marker),
    last_seq: record.lastSeq,
    read_seq: record.marker?.readSeq ?? record.lastSeq,
    others_read_seq: record.othersReadSeq,
    members_read_seq: Object.fromEntries(record.members.map(({ id, readSeq }) => [id, readSeq])),
    epoch,
    online: [...live.online(name)],
    typing: [],
    is_member: record.marker !== null,
    customer: record.customer,
    members: record.members.map(({ id, name, type }) => ({ id, name, type })),
    members_total: record.membersTotal,
    taken_over_by: record.held?.action.person ?? null,
    take_over: record.held && toAction(record.held.action, record.id),
    handed_over: record.held?.handedOver ?? null,
    waiting_since: record.waitingSince,
    last_decision: record.lastDecision,
    brought_in: record.broughtIn,
    updated_at: record.updatedAt,
  };
}
