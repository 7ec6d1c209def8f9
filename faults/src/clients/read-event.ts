import { wordIn } from "./own-words.ts";
import type { AuthorKind, RoomEvent, WordShown } from "./room-log.ts";

/** The fields that the harness reads of a live event; everything may be missing in what a faulty server sends. */
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
  readonly action?: {
    readonly action_id: number;
    readonly message_id: number;
    readonly deleted: boolean;
    readonly customer_id: number | null;
    readonly user_id: number | null;
    readonly agent_id: number | null;
  };
  readonly room?: { readonly id: number; readonly last_seq: number };
  readonly room_id?: number;
  readonly seq?: number;
}

/** Reads an event of a room, live or synced; null for what belongs to no room's log. */
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
  return { room: room.id, seq: room.last_seq, kind, id: null, key: null, ...likeIn(payload), ...says };
}

/** Those whose own number is the head that they tell of their room. */
const kindsAtHead: ReadonlySet<string> = new Set(["RoomUpdated", "ChatMessageAction", "MessageUpdated"]);

/** The like that an event gives or takes back; nothing for any other event. */
function likeIn({ action }: Payload): Pick<RoomEvent, "like"> {
  if (action?.action_id !== 2) return {};
  const person = action.customer_id ?? action.user_id ?? action.agent_id ?? 0;
  return { like: { message: action.message_id, person, isLiked: !action.deleted } };
}

/** A message that is deleted and has a text all the same says that text. */
const saidIn = ({ id, message }: NonNullable<Payload["message"]>): WordShown => ({
  message: id,
  word: wordIn(message),
});

const authorOf = ({ customer, user }: NonNullable<Payload["message"]>): AuthorKind =>
  customer !== undefined ? "customer" : user === undefined ? "agent" : "erp";

/** The heads that `RoomHeads` tells. */
export function readHeads(data: unknown): readonly { id: number; last_seq: number }[] {
  return (data as { heads?: { id: number; last_seq: number }[] } | null)?.heads ?? [];
}
