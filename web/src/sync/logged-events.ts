import type { ChatMessage, MessagesRead, RoomLogEvents, RoomUpdated } from "@cuplaj/protocol/events.ts";
import { memberFromWire, messageFromWire } from "../api/from-wire.ts";
import { fieldsOf, isCount, isPerson } from "../api/shapes.ts";
import type { RoomEvent, RoomId } from "../state/entities.ts";
import type { PayloadKind, PayloadKinds } from "../state/payload-kind.ts";

/** What came under the name of a logged event means inside; null where it has not the shape that it must have. */
type Read = (data: unknown) => RoomEvent | null;

/** The events of rooms' logs that are everybody's, by their name on the wire. */
const ownEvents = {
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
} satisfies Readonly<Record<string, Read>>;

/** Those that a slice brings along: its one line here. A new one does not compile until it has it. */
export const payloadKinds: { readonly [Name in Exclude<keyof RoomLogEvents, keyof typeof ownEvents>]: PayloadKind } =
  {};

const readers: ReadonlyMap<string, Read> = new Map(Object.entries(ownEvents));

/** An event of a room's log that came under this name; null where the name, or what came, is not known here. */
export function readLoggedEvent(kinds: PayloadKinds, name: string, data: unknown): RoomEvent | null {
  const read = readers.get(name);
  if (read) return read(data);
  return Object.hasOwn(kinds, name) ? (kinds[name]?.read(name, data) ?? null) : null;
}

/** SYNC-9: an event of a caught-up log; one that a newer server tells is known by its place alone. */
export const readSyncedEvent = (
  kinds: PayloadKinds,
  roomId: RoomId,
  { seq, event, data }: { readonly seq: number; readonly event: string; readonly data: unknown },
): RoomEvent => readLoggedEvent(kinds, event, data) ?? { kind: "payload", name: "", roomId, seq, data };

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
