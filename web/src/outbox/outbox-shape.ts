import type { CallError, Message, PendingMessage, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends OutboxState {}
  interface AppEvents extends OutboxEvents {}
  interface AppEffects extends OutboxEffects {}
  interface Commands extends OutboxCommands {}
}

type RoomMessage = Pick<PendingMessage, "roomId" | "clientId">;

export interface OutboxState {
  readonly pending: Readonly<Record<RoomId, readonly PendingMessage[]>>;
  /** This tab's part in the outbox of the person (SEND-1). */
  readonly outbox: {
    /** This tab's id: it sends the messages that bear it (SEND-3); empty until somebody is signed in. */
    readonly tabId: string;
    /** False until all that waits from earlier visits is known. */
    readonly isOpen: boolean;
    /** Whether what waits survives a closed page; false where the device stores nothing. */
    readonly isStored: boolean;
    /** Counts how often it was read: what a read no longer finds is gone already. */
    readonly reads: number;
  };
}

/** What can happen to messages on their way out. */
export interface OutboxEvents {
  /** Somebody is signed in; these messages of theirs wait in the journal. */
  "outbox/opened": { readonly tabId: string; readonly rows: readonly PendingMessage[] };
  /** All messages that wait; `isStored` is whether they survive a closed page. */
  "outbox/read": { readonly rows: readonly PendingMessage[]; readonly isStored: boolean };
  /** Another tab wrote a message, or changed what is stored of it. */
  "outbox/row-changed": { readonly row: PendingMessage };
  "outbox/row-removed": { readonly clientId: string };
  /** Time to ask which of the tabs whose messages wait are still there. */
  "outbox/roll-due": Nothing;
  "outbox/roll-called": { readonly present: readonly string[] };
  /** Another tab has reason to think that the server is back. */
  "outbox/resume-hinted": Nothing;
  /** Messages that wait stand in the history already: their answer was lost. */
  "outbox/found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  "messages/send-asked": { readonly roomId: RoomId; readonly text: string };
  "messages/published": { readonly clientId: string; readonly message: Message };
  "messages/publish-failed": RoomMessage & { readonly error: CallError };
  "messages/resend-due": { readonly roomId: RoomId };
  "messages/retry-asked": RoomMessage;
  "messages/pending-deleted": RoomMessage;
  "messages/edit-asked": RoomMessage;
}

export interface OutboxEffects {
  /** Opens the outbox of whoever is signed in. */
  "open-outbox": Nothing;
  "close-outbox": Nothing;
  /** Makes a message safe before it is sent (SEND-1), or stores what became of it; one that is no longer there stays gone. */
  "write-journal": { readonly message: PendingMessage; readonly isNew: boolean };
  /** Removes messages that were sent or deleted; `sent` are those of them that were sent, for the person's other tabs. */
  "settle-journal": { readonly clientIds: readonly string[]; readonly sent: readonly Message[] };
  "call-publish": RoomMessage & { readonly text: string };
  /** Asks which tabs of the person are there. */
  "call-roll": Nothing;
  /** Has the person's other tabs try again now. */
  "hint-resume": Nothing;
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
