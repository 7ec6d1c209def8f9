import type {
  ChatMessage,
  MessagesRead,
  RoomLogEvents,
  LiveEventName,
  MeUpdated,
  RoomHeads,
  StorageUpdated,
} from "@cuplaj/protocol/events.ts";
import { readStorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { fits, headShape, isCount, isId, isKind, messageShape, isText, listOf, maybe, orNull } from "../api/shapes.ts";
import { readRoomUpdated } from "../api/line-from-wire.ts";
import type { Origin, RoomChange, RoomEvent, RoomId } from "../state/entities.ts";
import type { LoggedKinds, AppEvent } from "../state/shape.ts";
import type { PayloadKinds } from "../state/transition.ts";
import { warn } from "../platform/log.ts";

type Read = (data: unknown) => RoomChange | null;

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

/** The logged events that no slice has claimed: a new kind is a compile error until one does. */
type Unclaimed = Exclude<Exclude<keyof RoomLogEvents, keyof typeof ownEvents>, keyof LoggedKinds>;
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it is empty if every kind is claimed
const unclaimed: Readonly<Record<Unclaimed, never>> = {};

const readers: ReadonlyMap<string, Read> = new Map(Object.entries({ ...ownEvents, ...unclaimed }));

export function readLoggedEvent(kinds: PayloadKinds, name: string, data: unknown, origin: Origin): RoomEvent | null {
  const read = readers.get(name);
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const change = read ? read(data) : kind?.read(name, data);
  return change ? { ...change, origin } : null;
}

/** SYNC-9: parses an event from a catch-up; an unknown one contributes only its `seq`. */
export const readSyncedEvent = (
  kinds: PayloadKinds,
  roomId: RoomId,
  { seq, event, data }: { readonly seq: number; readonly event: string; readonly data: unknown },
): RoomEvent =>
  readLoggedEvent(kinds, event, data, "catch-up") ??
  ({ kind: "payload", name: "", origin: "catch-up", roomId, seq, data } as const);

/** Live events outside the logs, by name. A new one is a compile error until it is handled here. */
const otherEvents: {
  readonly [Name in Exclude<LiveEventName, keyof RoomLogEvents>]: (data: unknown) => AppEvent | null;
} = {
  RoomHeads: (data) => {
    const shape = { epoch: isText, heads: listOf(headShape), user_version: maybe(isCount) };
    return fits<RoomHeads>(data, shape) ? { type: "sync/heads-received", ...data } : null;
  },
  MeUpdated: (data) =>
    fits<MeUpdated>(data, { user: { version: isCount } })
      ? { type: "sync/settings-changed", version: data.user.version }
      : null,
  StorageUpdated: (data) =>
    fits<StorageUpdated>(data, { trouble: orNull((trouble) => readStorageTrouble(trouble) !== null) })
      ? { type: "files/storage-known", trouble: data.trouble }
      : null,
};

const otherReaders = new Map(Object.entries(otherEvents));

/** Parses a live event. An unknown event may be in a newer server's log, so it triggers catching up (SYNC-9). */
export function liveEventOf(kinds: PayloadKinds, name: string, data: unknown): AppEvent {
  const logged = readLoggedEvent(kinds, name, data, "live");
  if (logged) return { type: "sync/events-received", events: [logged] };
  const other = otherReaders.get(name)?.(data);
  if (other) return other;
  warn(`A ${name} that is not known here came live.`);
  return { type: "sync/asked" };
}
