import { roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { OnlineUser } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { roomTitle, unreadCount, vehicleInShort } from "./rules.ts";
import type { RoomAccess, RoomRecord } from "./store.ts";

/** A room's messages, which the messages slice keeps; `room` says how far they are looked at, and whose view it is. */
export interface RoomHistory {
  /** The newest 50, oldest first. */
  newestPage(room: RoomAccess, readerId: number): Promise<readonly Message[]>;
  /** The newest message of each room that has one, by room id. */
  newestOf(rooms: readonly RoomAccess[], readerId: number): Promise<ReadonlyMap<number, Message>>;
}

/** ROOM-2: the room as its reader sees it; `page` tells how much of the history `messages` is: 0 for the newest only. */
export function toRoom(
  record: RoomRecord,
  shown: { messages: readonly Message[]; page: 0 | 1; online: readonly OnlineUser[]; epoch: string },
): Room {
  const name = roomName(record.offerId);
  return {
    id: record.id,
    name,
    channel: roomChannel(name),
    namespace: "",
    private: 0,
    presence: 1,
    type: 1,
    title: roomTitle(record.offerId),
    offer_id: record.offerId,
    vehicle: vehicleInShort(record.vehicle),
    messages: [...shown.messages],
    total: record.messagesTotal,
    page: shown.page,
    unread_count: unreadCount(record.messagesTotal, record.marker),
    last_seq: record.lastSeq,
    read_seq: record.marker?.readSeq ?? record.lastSeq,
    others_read_seq: record.othersReadSeq,
    members_read_seq: Object.fromEntries(record.members.map(({ id, readSeq }) => [id, readSeq])),
    epoch: shown.epoch,
    online: [...shown.online],
    typing: [],
    members: record.members.map(({ id, name, type }) => ({ id, name, type })),
    members_total: record.membersTotal,
    taken_over_by: null,
    updated_at: record.updatedAt,
  };
}
