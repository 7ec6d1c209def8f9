import type { CallError, Message, RoomId } from "../entities.ts";
import type { QuietLine, Timeline } from "../history/history-shape.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends MessagesState {}
  interface AppEvents extends MessagesEvents {}
  interface AppEffects extends MessagesEffects {}
}

/** A page of a room's history, oldest first. `isFull` is true if more may follow on the requested side. */
export interface MessagePage {
  /** The room's newest `seq` when the page was read. */
  readonly seq: number;
  readonly messages: readonly Message[];
  readonly lines?: readonly QuietLine[];
  readonly isFull: boolean;
}

export interface AroundPage extends Omit<MessagePage, "isFull"> {
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export interface MessagesState {
  /** Whether the person can see new messages: the window is visible and focused, and the list is at its end (WEB-4). */
  readonly attention: { readonly isVisible: boolean; readonly isFocused: boolean; readonly isAtEnd: boolean };
  readonly timelines: Readonly<Record<RoomId, Timeline>>;
  /** Where the open room's log ended at each step of the last 2 s of reading (WEB-4), oldest first; empty if nobody is reading. */
  readonly reading: readonly number[];
  readonly unconfirmedReads: Readonly<Record<RoomId, number>>;
  readonly linkedMessage: { readonly roomId: RoomId; readonly seq: number } | null;
  readonly scrollDownRoomId: RoomId | null;
}

export interface MessagesEvents {
  "messages/attention-changed": { readonly isVisible: boolean; readonly isFocused: boolean };
  "messages/end-changed": { readonly roomId: RoomId; readonly isAtEnd: boolean };
  "messages/read": { readonly roomId: RoomId; readonly upto: number; readonly readSeq: number };
  "messages/read-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/read-on": { readonly roomId: RoomId };
  "messages/newest-loaded": { readonly roomId: RoomId; readonly page: MessagePage };
  "messages/newest-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/older-asked": { readonly roomId: RoomId };
  "messages/reload-asked": { readonly roomId: RoomId };
  "messages/older-loaded": { readonly roomId: RoomId; readonly beforeSeq: number; readonly page: MessagePage };
  "messages/older-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/newer-asked": { readonly roomId: RoomId };
  "messages/newer-loaded": { readonly roomId: RoomId; readonly afterSeq: number; readonly page: MessagePage };
  "messages/newer-failed": { readonly roomId: RoomId; readonly error: CallError };
  /** Jumps to any `seq` of the room; `isMarked` focuses the message and highlights it briefly. */
  "messages/around-asked": { readonly roomId: RoomId; readonly seq: number; readonly isMarked?: boolean };
  "messages/around-loaded": { readonly roomId: RoomId; readonly aroundSeq: number; readonly page: AroundPage };
  "messages/around-failed": { readonly roomId: RoomId; readonly aroundSeq: number; readonly error: CallError };
  "messages/link-shown": Nothing;
  "messages/end-asked": { readonly roomId: RoomId };
  "messages/scroll-down-over": { readonly roomId: RoomId };
}

export interface MessagesEffects {
  "call-newest-messages": { readonly roomId: RoomId };
  "call-older-messages": { readonly roomId: RoomId; readonly beforeSeq: number };
  "call-newer-messages": { readonly roomId: RoomId; readonly afterSeq: number };
  "call-messages-around": { readonly roomId: RoomId; readonly aroundSeq: number };
  "call-mark-read": { readonly roomId: RoomId; readonly upto: number };
}
