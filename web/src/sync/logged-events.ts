import type { ChatMessage, MessagesRead, RoomLogEvents, RoomUpdated } from "@cuplaj/protocol/events.ts";
import { memberFromWire, messageFromWire } from "../api/from-wire.ts";
import { fieldsOf, isCount, isPerson } from "../api/shapes.ts";
import type { RoomEvent, RoomId } from "../state/entities.ts";

/** What came under the name of a logged event means inside; null where it has not the shape that it must have. */
type Read = (data: unknown) => RoomEvent | null;

/** Every event of rooms' logs, by its name on the wire. A new one does not compile until it is told here. */
const loggedEvents: { readonly [Name in keyof RoomLogEvents]: Read } = {
  ChatMessage: (data) => {
    if (!isChatMessage(data)) return null;
    const message = messageFromWire(data.message);
    return { kind: "message", roomId: message.roomId, seq: message.seq, message };
  },
  MessagesRead: (data) => {
    if (!isMessagesRead(data)) return null;
    const { room_id, seq, user, read_seq } = data;
    return { kind: "read", roomId: room_id, seq, reader: { id: user.id, kind: user.type }, readSeq: read_seq };
  },
  RoomUpdated: (data) => {
    if (!isRoomUpdated(data)) return null;
    const { room, joined, left, members_total } = data;
    return {
      kind: "members",
      roomId: room.id,
      seq: room.last_seq,
      joined: joined ? memberFromWire(joined) : null,
      left: left ? memberFromWire(left) : null,
      membersTotal: members_total,
    };
  },
};

const readers = new Map<string, Read>(Object.entries(loggedEvents));

/** An event of a room's log that came under this name; null where the name, or what came, is not known here. */
export const readLoggedEvent: (name: string, data: unknown) => RoomEvent | null = (name, data) =>
  readers.get(name)?.(data) ?? null;

/** SYNC-9: an event of a caught-up log; one that a newer server tells is known by its place alone. */
export const readSyncedEvent = (
  roomId: RoomId,
  { seq, event, data }: { readonly seq: number; readonly event: string; readonly data: unknown },
): RoomEvent => readLoggedEvent(event, data) ?? { kind: "unknown", roomId, seq };

/** Whether it says where a room's log ends. */
export const isHead = (room: unknown): boolean => {
  const { id, last_seq } = fieldsOf(room);
  return isCount(id) && isCount(last_seq);
};

const isChatMessage = (data: unknown): data is ChatMessage => {
  const { message, room } = fieldsOf(data);
  const { id, room_id, seq, client_id, timestamp, message: text, customer, user, agent } = fieldsOf(message);
  return (
    [id, room_id, seq].every(isCount) &&
    (client_id === null || typeof client_id === "string") &&
    typeof timestamp === "string" &&
    typeof text === "string" &&
    [customer, user, agent].every((author) => author === undefined || isPerson(author)) &&
    isHead(room)
  );
};

const isMessagesRead = (data: unknown): data is MessagesRead => {
  const { room_id, user, read_seq, seq } = fieldsOf(data);
  return [room_id, read_seq, seq, fieldsOf(user)["id"]].every(isCount) && isKind(fieldsOf(user)["type"]);
};

const isRoomUpdated = (data: unknown): data is RoomUpdated => {
  const { room, joined, left, members_total } = fieldsOf(data);
  return isHead(room) && isCount(members_total) && [joined, left].every((who) => who === undefined || isMember(who));
};

const isMember = (member: unknown): boolean => isPerson(member) && isKind(fieldsOf(member)["type"]);

const isKind = (kind: unknown): boolean => kind === "customer" || kind === "erp" || kind === "agent";
