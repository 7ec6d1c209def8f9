import { quoteCharactersMax } from "@cuplaj/protocol/limits.ts";
import { withEach } from "../history/message-log.ts";
import { loadedMessage } from "../history/loaded-message.ts";
import type { Message, MessageName, Quote, RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { updated } from "../updated-room.ts";
import { changeTimeline } from "../history/timeline.ts";

export const quoteKey = (roomId: RoomId, messageId: number): string => `${roomId}.${messageId}`;

/** The current quote for a draft or pending message; null while unknown. */
export function quotedNow(state: AppState, roomId: RoomId, { messageId, seq }: MessageName): Quote | null {
  const message = loadedMessage(state, roomId, seq) ?? state.quoted[quoteKey(roomId, messageId)]?.message;
  return message ? quoteOf(message) : null;
}

export const isQuotedDeleted = (state: AppState, roomId: RoomId, name: MessageName): boolean =>
  quotedNow(state, roomId, name)?.isDeleted === true;

/** The draft's reply target, unless that is known to be deleted (REPLY-2). */
export function draftReply(state: AppState, roomId: RoomId): { readonly replyTo?: MessageName } {
  const target = state.draftTargets[roomId];
  if (target === undefined || isQuotedDeleted(state, roomId, target)) return {};
  return { replyTo: { messageId: target.messageId, seq: target.seq } };
}

/** Quotes are cached by message, since a selector must not return fresh objects. */
const quotes = new WeakMap<Message, Quote>();

export function quoteOf(message: Message): Quote | null {
  const { id, seq, author, text, file, isDeleted } = message;
  const known = quotes.get(message);
  if (known || author === null) return known ?? null;
  const excerpt = Array.from(text).slice(0, quoteCharactersMax).join("");
  const quote = { messageId: id, seq, author, excerpt, fileType: file?.type ?? null, isDeleted };
  quotes.set(message, quote);
  return quote;
}

/** MSG-8: updates every quote of a message. The person's own reply may be shown before earlier events have arrived (MSG-5a). */
export function withQuotesOf(state: AppState, said: Message): AppState {
  const { roomId } = said;
  const quote = quoteOf(said);
  if (quote === null) return state;
  const follow = (message: Message): Message =>
    message.quote?.messageId === said.id && said.updatedSeq > message.seq ? { ...message, quote } : message;
  const followed = changeTimeline(state, roomId, (timeline) => ({
    ...timeline,
    ranges: timeline.ranges.map((range) => ({ ...range, log: withEach(range.log, follow) })),
  }));
  const newest = state.rooms.byId[roomId]?.lastMessage;
  const rooms = newest ? updated(state.rooms, roomId, { lastMessage: follow(newest) }) : state.rooms;
  return withQuoted({ ...followed, rooms }, said);
}

export function withQuoted(state: AppState, message: Message): AppState {
  const key = quoteKey(message.roomId, message.id);
  const wanted = state.quoted[key];
  if (!wanted || (wanted.message && wanted.message.updatedSeq > message.updatedSeq)) return state;
  return { ...state, quoted: { ...state.quoted, [key]: { ...wanted, message } } };
}
