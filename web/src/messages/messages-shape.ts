import type { CallError, Message, RoomId } from "../state/entities.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends MessagesState {}
  interface ChatEvents extends MessagesEvents {}
  interface ChatEffects extends MessagesEffects {}
  interface Commands extends MessagesCommands {}
  interface Words extends MessagesWords {}
}
type MessagesWords = typeof ro;

/** Messages by `seq`, in chunks, so that one more costs the same at 100 and at 100,000. Read it with `messageAt`. */
export interface MessageLog {
  readonly chunks: readonly (readonly Message[])[];
  /** The index of each chunk's first message. */
  readonly starts: readonly number[];
  readonly length: number;
}

/** What is loaded of a room's history. */
export interface Timeline {
  readonly log: MessageLog;
  readonly phase: "loading" | "ready" | "failed";
  readonly older: "some" | "loading" | "failed" | "none";
  /** The divider stands before the first message with this `seq` or a higher one; null for no divider. */
  readonly dividerSeq: number | null;
  /** The room's cursor when the first page was asked for, or a message changed: what came after it is in the log already, and no page from before it is taken. */
  readonly fromSeq: number;
}

/** A page of a room's history, oldest first; `isFull` when there may be more before it. */
export interface MessagePage {
  /** The room's newest event when the page was read. */
  readonly seq: number;
  readonly messages: readonly Message[];
  readonly isFull: boolean;
}

export interface MessagesState {
  /** Whether somebody can be looking: window visible and focused, list at its end (WEB-4). */
  readonly attention: { readonly isVisible: boolean; readonly isFocused: boolean; readonly isAtEnd: boolean };
  readonly timelines: Readonly<Record<RoomId, Timeline>>;
  /** Where the open room's log ended at each step of the last 2 s of reading (WEB-4), oldest first; empty when nobody reads. */
  readonly reading: readonly number[];
  /** Read positions that the server has not confirmed yet: they are sent again after a gap. */
  readonly unconfirmedReads: Readonly<Record<RoomId, number>>;
  /** The room whose list should go to its end now (SCROLL-1); null 100 ms later. */
  readonly scrollDownRoomId: RoomId | null;
}

export interface MessagesEvents {
  "attention/window-changed": { readonly isVisible: boolean; readonly isFocused: boolean };
  "attention/end-changed": { readonly roomId: RoomId; readonly isAtEnd: boolean };
  /** The server knows that the room is read up to `upto`, and says where its marker stands. */
  "room/read": { readonly roomId: RoomId; readonly upto: number; readonly readSeq: number };
  "room/read-failed": { readonly roomId: RoomId; readonly error: CallError };
  /** A step of reading is over. */
  "room/read-on": { readonly roomId: RoomId };
  "messages/newest-loaded": { readonly roomId: RoomId; readonly page: MessagePage };
  "messages/newest-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/older-asked": { readonly roomId: RoomId };
  "messages/reload-asked": { readonly roomId: RoomId };
  /** The page before the message that stood at `beforeSeq`. */
  "messages/older-loaded": { readonly roomId: RoomId; readonly beforeSeq: number; readonly page: MessagePage };
  "messages/older-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/scroll-down-over": { readonly roomId: RoomId };
}

export interface MessagesEffects {
  "call-newest-messages": { readonly roomId: RoomId };
  "call-older-messages": { readonly roomId: RoomId; readonly beforeSeq: number };
  "call-mark-read": { readonly roomId: RoomId; readonly upto: number };
}

export interface MessagesCommands {
  /** The page before the oldest loaded message; does nothing while one is loading or none is left. */
  readonly loadOlderMessages: (roomId: RoomId) => void;
  readonly reloadMessages: (roomId: RoomId) => void;
  /** Whether the open list stands at its end, within about 100 px: only then its messages are seen (WEB-4). */
  readonly setAtEnd: (roomId: RoomId, isAtEnd: boolean) => void;
}
