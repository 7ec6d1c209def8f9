import type { ChatMessage, MessagesRead, RoomLogEvents } from "@cuplaj/protocol/events.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { fits, headShape, isCount, isId, isKind, messageShape } from "../api/shapes.ts";
import { readRoomUpdated } from "../api/room-updated.ts";
import type { Origin, RoomChange, RoomEvent, RoomId } from "../state/entities.ts";
import type { LoggedKinds } from "../state/shape.ts";
import type { PayloadKinds } from "../state/transition.ts";

/** A wire payload as our event; null where it has the wrong shape. */
type Read = (data: unknown) => RoomChange | null;

/** The logged events known to all slices, by their name on the wire. */
const ownEvents = {
  ChatMessage: (data) => {
    if (!fits<ChatMessage>(data, { message: messageShape, room: headShape })) return null;
    const own = messageFromWire(data.message);
    return { kind: "message", roomId: own.roomId, seq: own.seq, message: own };
  },
  MessagesRead: (data) => {
    const shape = { room_id: isId, user: { id: isId, type: isKind }, read_seq: isCount, seq: isCount };
    if (!fits<MessagesRead>(data, shape)) return null;
    const { room_id, seq, user, read_seq } = data;
    return { kind: "read", roomId: room_id, seq, reader: { id: user.id, kind: user.type }, readSeq: read_seq };
  },
  RoomUpdated: readRoomUpdated,
} satisfies Readonly<Record<string, Read>>;

/** A new kind does not compile until the shape of a slice claims it. */
type Unclaimed = Exclude<Exclude<keyof RoomLogEvents, keyof typeof ownEvents>, keyof LoggedKinds>;
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it is empty where every kind is claimed
const unclaimed: Readonly<Record<Unclaimed, never>> = {};

const readers: ReadonlyMap<string, Read> = new Map(Object.entries({ ...ownEvents, ...unclaimed }));

/** A log event of this name, come this way (SYNC-10); null where the name or its payload is unknown here. */
export function readLoggedEvent(kinds: PayloadKinds, name: string, data: unknown, origin: Origin): RoomEvent | null {
  const read = readers.get(name);
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const change = read ? read(data) : kind?.read(name, data);
  return change ? { ...change, origin } : null;
}

/** SYNC-9: an event of a caught-up log; of a newer server's unknown one only the `seq` is used. */
export const readSyncedEvent = (
  kinds: PayloadKinds,
  roomId: RoomId,
  { seq, event, data }: { readonly seq: number; readonly event: string; readonly data: unknown },
): RoomEvent =>
  readLoggedEvent(kinds, event, data, "catch-up") ??
  ({ kind: "payload", name: "", origin: "catch-up", roomId, seq, data } as const);
