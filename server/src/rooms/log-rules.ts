import { roomChannel } from "@cuplaj/protocol/channels.ts";
import { type LoggedKind, loggedKinds, type TakeOver } from "@cuplaj/protocol/events.ts";
import type { Message, MessageAction } from "@cuplaj/protocol/message.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import { type ActionPayload, toAction } from "./action-rules.ts";

export type KnownKinds = Readonly<Record<string, LoggedKind>>;
const allKinds: KnownKinds = loggedKinds;

/** A stored log entry. `message` is its own or the one it refers to; `whose` and `from` are the people in the payload's `person_id` and `from_id`. */
export interface StoredEntry {
  readonly roomId: number;
  readonly seq: number;
  readonly kind: string;
  readonly timestamp: string;
  readonly person: Member | null;
  readonly whose: Member | null;
  readonly from: Member | null;
  readonly readSeq: number | null;
  readonly membersTotal: number | null;
  readonly payload: object | null;
  readonly message: Message | null;
}

/** An entry to broadcast; `unknown` kinds come from a newer server on the same database. */
export type LogEntry = { readonly roomId: number; readonly seq: number } & (
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "read"; readonly person: Pick<Member, "id" | "type">; readonly readSeq: number }
  /** `by` is the person who brought the member in or removed them; null if they acted themselves. */
  | {
      readonly kind: "join" | "leave";
      readonly person: Member;
      readonly by: Member | null;
      readonly membersTotal: number;
    }
  | { readonly kind: "action"; readonly person: Member; readonly action: MessageAction }
  | {
      readonly kind: "take-over";
      readonly person: Member;
      readonly change: Omit<TakeOver, "by">;
      readonly membersTotal: number;
    }
  | {
      readonly kind: "payload";
      readonly event: string;
      readonly person: Member;
      readonly payload: object;
      readonly message: Message | null;
    }
  | { readonly kind: "unknown" }
);

export type KnownEntry = Exclude<LogEntry, { kind: "unknown" }>;

/** A committed entry; `membersSeq` is the `seq` of the room's last join or leave up to it. */
export type CommittedEntry = KnownEntry & { readonly membersSeq: number };

/** Entries that a change added to a room's log; null if nothing changed. */
export interface StoredChange {
  readonly entries: readonly Omit<StoredEntry, "roomId" | "message">[] | null;
  readonly membersSeq: number;
}

export function readChange(roomId: number, { entries, membersSeq }: StoredChange): readonly CommittedEntry[] {
  return (entries ?? []).flatMap((row): CommittedEntry[] => {
    const entry = readEntry({ ...row, roomId, message: null });
    return entry.kind === "unknown" ? [] : [{ ...entry, membersSeq }];
  });
}

export function readEntry(row: StoredEntry, kinds = allKinds): LogEntry {
  const { roomId, seq, kind, person, message } = row;
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kind === "message" && message !== null) return { roomId, seq, kind, message };
  if (known === undefined || person === null || kind === "message") return { roomId, seq, kind: "unknown" };
  return readKnown(row, person, known.event);
}

interface TakeOverPayload {
  readonly how: TakeOver["how"];
  readonly members_total: number;
}

function readKnown({ roomId, seq, kind, ...row }: StoredEntry, person: Member, event: string): KnownEntry {
  const { timestamp, whose, from } = row;
  switch (kind) {
    case "read":
      return { roomId, seq, kind, person, readSeq: row.readSeq ?? 0 };
    case "join":
    case "leave":
      return { roomId, seq, kind, person, by: from, membersTotal: row.membersTotal ?? 0 };
    case "action": {
      const { action } = row.payload as { action: ActionPayload };
      return {
        roomId,
        seq,
        kind,
        person,
        action: toAction({ ...action, person: whose ?? person, seq, created_at: timestamp }, roomId),
      };
    }
    case "take-over": {
      const { how, members_total: membersTotal } = row.payload as TakeOverPayload;
      return { roomId, seq, kind, person, change: { holder: whose, from, how }, membersTotal };
    }
    default:
      return { roomId, seq, kind: "payload", event, person, payload: row.payload ?? {}, message: row.message };
  }
}

/** Converts an entry to its event, identical live and in `sync` (MSG-6). */
export function toEvent(entry: KnownEntry, name: string, epoch: string): SyncEvent {
  const { roomId, seq } = entry;
  const room = headAt(entry, name, epoch);
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
      const by = entry.by === null ? {} : { by: entry.by };
      return { seq, event: "RoomUpdated", data: { room, ...who, ...by, members_total: entry.membersTotal } };
    }
    case "action":
      return { seq, event: "ChatMessageAction", data: { action: entry.action, by: memberOf(entry.person), room } };
    case "take-over": {
      const { change, membersTotal, person } = entry;
      const data = { room, take_over: { ...change, by: memberOf(person) }, members_total: membersTotal };
      return { seq, event: "RoomUpdated", data };
    }
    case "payload": {
      const message = entry.message === null ? {} : { message: entry.message };
      // The kind determines both name and shape, but only the database knows which kind this is.
      return {
        seq,
        event: entry.event,
        data: { ...entry.payload, ...message, by: memberOf(entry.person), room },
      } as unknown as SyncEvent;
    }
  }
}

/** Drops all other fields: the person may be the caller, whose record has roles and a username. */
const memberOf = ({ id, name, type }: Member): Member => ({ id, name, type });

/** LIVE-3: in an event, the room's head has the `seq` of the event itself. */
function headAt({ roomId, seq }: KnownEntry, name: string, epoch: string): RoomHead {
  return { id: roomId, name, channel: roomChannel(name), last_seq: seq, epoch };
}

export const kindsThat = (holds: (kind: LoggedKind) => boolean, kinds = allKinds): string[] =>
  Object.keys(kinds).filter((name) => kinds[name] !== undefined && holds(kinds[name]));
