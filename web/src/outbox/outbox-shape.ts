import type { CallError, Message, PendingMessage, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends OutboxState {}
  interface ChatEvents extends OutboxEvents {}
  interface ChatEffects extends OutboxEffects {}
  interface Commands extends OutboxCommands {}
  interface Words extends OutboxWords {}
  interface AlertKeys {
    "unsent.alert": true;
  }
}
type OutboxWords = typeof ro;

export interface OutboxState {
  readonly pending: Readonly<Record<RoomId, readonly PendingMessage[]>>;
  /** This page's part in the outbox of the person (SEND-1). */
  readonly outbox: {
    /** False until what waits from earlier visits is known. */
    readonly isOpen: boolean;
    /** Whether it is this page's turn to send: one page of a person sends at a time (SEND-3). */
    readonly hasTurn: boolean;
    /** Whether what waits survives a closed page; false where the device keeps nothing. */
    readonly isKept: boolean;
    /** Counts how often it was read: what a read no longer finds is gone already. */
    readonly reads: number;
  };
}

/** What can happen to messages on their way out. */
export interface OutboxEvents {
  "messages/send-asked": { readonly roomId: RoomId; readonly text: string };
  /** What the device keeps for the person, in order; `isKept` is whether it keeps anything at all. */
  "outbox/read": { readonly rows: readonly PendingMessage[]; readonly isKept: boolean };
  "outbox/kept": {
    readonly roomId: RoomId;
    readonly clientId: string;
    readonly place: number;
    readonly isKept: boolean;
  };
  /** It is this page's turn to send; what the one before it has sent is no longer in `rows` (null: could not be read). */
  "outbox/turn-begun": { readonly rows: readonly PendingMessage[] | null };
  "outbox/turn-ended": Nothing;
  /** Another page has reason to think that the server is back. */
  "outbox/woken": Nothing;
  /** Messages that wait stand in the history already: their answer was lost. */
  "outbox/found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  "messages/published": { readonly clientId: string; readonly message: Message };
  "messages/publish-failed": { readonly roomId: RoomId; readonly clientId: string; readonly error: CallError };
  "messages/resend-due": { readonly roomId: RoomId };
  "messages/retry-asked": { readonly roomId: RoomId; readonly clientId: string };
  "messages/pending-deleted": { readonly roomId: RoomId; readonly clientId: string };
  "messages/edit-asked": { readonly roomId: RoomId; readonly clientId: string };
}

export interface OutboxEffects {
  /** Puts a message into the outbox. */
  "keep-message": { readonly message: PendingMessage };
  /** Opens the outbox of whoever is signed in. */
  "outbox-open": Nothing;
  "outbox-close": Nothing;
  /** Keeps whether a kept message has failed. */
  "update-message": { readonly message: PendingMessage };
  /** Removes messages from the outbox; `sent` are those of them that were sent, for the person's other pages. */
  "drop-messages": { readonly clientIds: readonly string[]; readonly sent: readonly Message[] };
  "call-publish": { readonly roomId: RoomId; readonly clientId: string; readonly text: string };
  "ask-turn": Nothing;
  "end-turn": Nothing;
  /** Tells the page that sends to try again now. */
  "wake-sender": Nothing;
  "note-found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
}

export interface OutboxCommands {
  /** Sends to exactly this room and clears its draft; text that is only space sends nothing. */
  readonly sendMessage: (roomId: RoomId, text: string) => void;
  readonly retryMessage: (roomId: RoomId, clientId: string) => void;
  /** Deletes one that failed; while the person is asked about signing out, any that has not left (SEND-7). */
  readonly deleteFailedMessage: (roomId: RoomId, clientId: string) => void;
  /** Takes a failed message back into the composer; a draft that is there already comes back later (SEND-5). */
  readonly editFailedMessage: (roomId: RoomId, clientId: string) => void;
}
