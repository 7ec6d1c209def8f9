import { messageBytesMax, messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { authorField, type Message, type Quote } from "@cuplaj/protocol/message.ts";
import { isText, showsSomething, withNewlines } from "@cuplaj/protocol/message-text.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { type StoredFile, toFile } from "./file-rules.ts";
import { type StoredAction, toAction } from "../rooms/action-rules.ts";

export type TextProblem = "empty" | "too_long" | "not_text";

type ReadText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: TextProblem };

/** MSG-2: trims a text, normalizes line ends, and checks code points and bytes. Control characters and the like make it "not_text". */
export function readMessageText(input: string): ReadText {
  const trimmed = input.trim();
  // A code point has one or two UTF-16 units, and a unit at most three bytes, so only lengths in between need counting.
  if (trimmed.length > 4 * messageCharactersMax) return { ok: false, problem: "too_long" };
  const text = trimmed.includes("\r") ? withNewlines(trimmed) : trimmed;
  if (text.length > 2 * messageCharactersMax) return { ok: false, problem: "too_long" };
  if (!isText(text)) return { ok: false, problem: "not_text" };
  if (!showsSomething(text)) return { ok: false, problem: "empty" };
  if (text.length <= Math.min(messageCharactersMax, messageBytesMax / 3)) return { ok: true, text };
  if (Array.from(text).length > messageCharactersMax || Buffer.byteLength(text) > messageBytesMax)
    return { ok: false, problem: "too_long" };
  return { ok: true, text };
}

export interface StoredMessage {
  readonly id: number;
  readonly roomId: number;
  readonly seq: number;
  readonly clientId: string | null;
  readonly text: string;
  readonly timestamp: string;
  readonly updatedSeq: number | null;
  /** The actions shown to the reader (ACT-2); null if the message never had any. */
  readonly actions: readonly StoredAction[] | null;
  readonly likesTotal: number;
  readonly file: StoredFile | null;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  readonly quote: Quote | null;
  readonly author: { readonly id: number; readonly name: string; readonly type: ParticipantKind };
  /** Whether the reader silences the author; absent if the message is read for everyone. */
  readonly isSilenced?: boolean;
}

export const asWritten = { updatedSeq: null, actions: null, likesTotal: 0, editedAt: null, deletedAt: null } as const;

/** A reader's own messages are never unread; a visitor has no `readSeq` and nothing unread. */
interface Reader {
  readonly id: number;
  readonly readSeq: number | null;
}

/** MSG-1: a message as its reader sees it. For `everyone`, it is unread unless it is deleted. */
export function toMessage(message: StoredMessage, reader: Reader | "everyone"): Message {
  return {
    id: message.id,
    room_id: message.roomId,
    seq: message.seq,
    client_id: message.clientId,
    timestamp: message.timestamp,
    [authorField[message.author.type]]: { id: message.author.id, name: message.author.name },
    message: message.text,
    unread: message.deletedAt === null && (reader === "everyone" || isUnread(message, reader)),
    messages_file: message.file === null ? null : toFile(message.file, message),
    messages_actions: (message.actions ?? []).map((action) => toAction(action, message.roomId)),
    likes_total: message.likesTotal,
    updated_seq: message.updatedSeq ?? message.seq,
    ...(message.editedAt === null ? {} : { edited_at: message.editedAt }),
    ...(message.deletedAt === null ? {} : { deleted_at: message.deletedAt }),
    ...(message.quote === null ? {} : { reply_to: message.quote }),
  };
}

const isUnread = (message: StoredMessage, reader: Reader): boolean =>
  reader.readSeq !== null &&
  message.author.id !== reader.id &&
  message.seq > reader.readSeq &&
  message.isSilenced !== true;
