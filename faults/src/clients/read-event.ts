import { wordIn } from "./own-words.ts";
import type { ActionShown, AuthorKind, RoomEvent, WordShown } from "./room-log.ts";

export interface ReceivedAction {
  readonly action_id: number;
  readonly message_id: number;
  readonly seq: number;
  readonly deleted: boolean;
  readonly customer_id: number | null;
  readonly user_id: number | null;
  readonly agent_id: number | null;
}

/** The fields of a live event that the harness reads; a faulty server may omit any of them. */
interface Payload {
  readonly message?: {
    readonly id: number;
    readonly room_id: number;
    readonly seq: number;
    readonly client_id: string | null;
    readonly message: string;
    readonly customer?: object;
    readonly user?: object;
  };
  readonly action?: ReceivedAction;
  readonly take_over?: { readonly holder: { readonly id: number } | null };
  readonly room?: { readonly id: number; readonly last_seq: number };
  readonly room_id?: number;
  readonly seq?: number;
}

/** Reads an event of a room, live or synced; null if it is not part of a room's log. */
export function readRoomEvent(kind: string, data: unknown): RoomEvent | null {
  const payload = (data ?? {}) as Payload;
  const { message, room, room_id: roomId, seq } = payload;
  if (kind === "ChatMessage" && message !== undefined) {
    const { room_id: at, id, client_id: key } = message;
    return { room: at, seq: message.seq, kind, id, key, author: authorOf(message), says: saidIn(message) };
  }
  if (kind === "MessagesRead" && roomId !== undefined && seq !== undefined) {
    return { room: roomId, seq, kind, id: null, key: null };
  }
  if (!kindsAtHead.has(kind) || room === undefined) return null;
  const says = message === undefined ? {} : { says: saidIn(message) };
  return {
    room: room.id,
    seq: room.last_seq,
    kind,
    id: null,
    key: null,
    ...actionIn(payload),
    ...holderIn(payload),
    ...says,
  };
}

/** Events that announce a head, which is their own `seq`. */
const kindsAtHead: ReadonlySet<string> = new Set([
  "RoomUpdated",
  "ChatMessageAction",
  "MessageUpdated",
  "OfferUpdated",
  "AfterHours",
]);

/** The events that the checked log includes. */
export const loggedKinds: readonly string[] = ["ChatMessage", "MessagesRead", ...kindsAtHead];

const actionIn = ({ action }: Payload): Pick<RoomEvent, "action"> =>
  action === undefined ? {} : { action: shownAction(action) };

/** An action, without its `seq` in the log. */
export function shownAction(action: ReceivedAction): ActionShown {
  const { message_id: message, deleted } = action;
  const kind = action.action_id === 1 ? "take-over" : "like";
  return { message, person: personOf(action), action: kind, isGiven: !deleted };
}

/** The id of the person who acts; 0 if missing. */
export const personOf = ({
  customer_id: customer,
  user_id: user,
  agent_id: agent,
}: Omit<ReceivedAction, "message_id" | "seq" | "deleted">): number => customer ?? user ?? agent ?? 0;

const holderIn = ({ take_over: takeOver }: Payload): Pick<RoomEvent, "holder"> =>
  takeOver === undefined ? {} : { holder: { holder: takeOver.holder?.id ?? null } };

/** The content of a message event. If a deleted message still has a text, that is included. */
const saidIn = ({ id, message }: NonNullable<Payload["message"]>): WordShown => ({
  message: id,
  word: wordIn(message),
});

const authorOf = ({ customer, user }: NonNullable<Payload["message"]>): AuthorKind =>
  customer !== undefined ? "customer" : user === undefined ? "agent" : "erp";

export function readHeads(data: unknown): readonly { id: number; last_seq: number }[] {
  return (data as { heads?: { id: number; last_seq: number }[] } | null)?.heads ?? [];
}
