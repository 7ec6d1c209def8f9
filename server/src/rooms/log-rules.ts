import { roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import { type LoggedKind, loggedKinds } from "@cuplaj/protocol/events.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";

/** The kinds of entries that a server knows, by their name in the log (MSG-5). */
export type KnownKinds = Readonly<Record<string, LoggedKind>>;
const allKinds: KnownKinds = loggedKinds;

/** An entry of a room's log as it is stored; `message` is the one that it is or names. */
export interface StoredEntry {
  readonly roomId: number;
  readonly seq: number;
  readonly kind: string;
  readonly person: Member | null;
  readonly readSeq: number | null;
  readonly membersTotal: number | null;
  readonly payload: object | null;
  readonly message: Message | null;
}

/** An entry as it can be broadcast; `unknown` is what only a newer server knows, which runs beside this one. */
export type LogEntry = { readonly roomId: number; readonly seq: number } & (
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "read"; readonly person: Pick<Member, "id" | "type">; readonly readSeq: number }
  | { readonly kind: "join" | "leave"; readonly person: Member; readonly membersTotal: number }
  | {
      readonly kind: "payload";
      readonly event: string;
      readonly person: Member;
      readonly payload: object;
      readonly message: Message | null;
    }
  | { readonly kind: "unknown" }
);

/** One that this server knows. */
export type KnownEntry = Exclude<LogEntry, { kind: "unknown" }>;

/** The entry of a row. */
export function readEntry(row: StoredEntry, kinds = allKinds): LogEntry {
  const { roomId, seq, kind, person, message } = row;
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kind === "message" && message !== null) return { roomId, seq, kind, message };
  if (known === undefined || person === null || kind === "message") return { roomId, seq, kind: "unknown" };
  return readChange(row, person, known.event);
}

function readChange({ roomId, seq, kind, ...row }: StoredEntry, person: Member, event: string): KnownEntry {
  switch (kind) {
    case "read":
      return { roomId, seq, kind, person, readSeq: row.readSeq ?? 0 };
    case "join":
    case "leave":
      return { roomId, seq, kind, person, membersTotal: row.membersTotal ?? 0 };
    default:
      return { roomId, seq, kind: "payload", event, person, payload: row.payload ?? {}, message: row.message };
  }
}

/** The event of an entry, the same live and later (MSG-6). */
export function toEvent(entry: KnownEntry, offerId: number, epoch: string): SyncEvent {
  const { roomId, seq } = entry;
  const room = headAt(entry, offerId, epoch);
  switch (entry.kind) {
    case "message":
      return { seq, event: "ChatMessage", data: { message: entry.message, room } };
    case "read": {
      const user = { id: entry.person.id, type: entry.person.type };
      return { seq, event: "MessagesRead", data: { room_id: roomId, user, read_seq: entry.readSeq, seq } };
    }
    case "join":
    case "leave": {
      const who = entry.kind === "join" ? { joined: entry.person } : { left: entry.person };
      return { seq, event: "RoomUpdated", data: { room, ...who, members_total: entry.membersTotal } };
    }
    case "payload": {
      const message = entry.message === null ? {} : { message: entry.message };
      // Whoever did it may be here as the caller, with roles and user name.
      const { id, name, type } = entry.person;
      // The kind pairs the name with the shape that its writer keeps to; which one it is only the database knows.
      return {
        seq,
        event: entry.event,
        data: { ...entry.payload, ...message, by: { id, name, type }, room },
      } as unknown as SyncEvent;
    }
  }
}

/** What an event says of its room (LIVE-3): its own `seq` is the head. */
function headAt({ roomId, seq }: KnownEntry, offerId: number, epoch: string): RoomHead {
  const name = roomName(offerId);
  return { id: roomId, name, channel: roomChannel(name), last_seq: seq, epoch };
}

/** The names of the kinds of which this holds. */
export const kindsThat = (holds: (kind: LoggedKind) => boolean, kinds = allKinds): string[] =>
  Object.keys(kinds).filter((name) => kinds[name] !== undefined && holds(kinds[name]));
