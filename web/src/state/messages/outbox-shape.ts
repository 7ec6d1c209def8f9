import type { CallError, Message, OutgoingFile, PendingMessage, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends OutboxState {}
  interface AppEvents extends OutboxEvents {}
  interface AppEffects extends OutboxEffects {}
  interface Commands extends OutboxCommands {}
}

type RoomMessage = Pick<PendingMessage, "roomId" | "clientId">;

export interface OutboxState {
  readonly pending: Readonly<Record<RoomId, readonly PendingMessage[]>>;
  /** This tab's share of the person's outbox (SEND-1). */
  readonly outbox: {
    /** This tab's id: it sends the messages with this id (SEND-3); empty until somebody is signed in. */
    readonly tabId: string;
    /** False until all messages of earlier visits are read. */
    readonly isOpen: boolean;
    /** Whether they survive a closed page; false where the device stores nothing. */
    readonly isStored: boolean;
    /** Counts the reads: a message that a read no longer finds is gone already. */
    readonly reads: number;
  };
}

/** Events of pending messages. */
export interface OutboxEvents {
  /** A person is signed in; these messages of theirs wait in the journal. */
  "outbox/opened": { readonly tabId: string; readonly rows: readonly PendingMessage[] };
  /** All pending messages; `isStored` is whether they survive a closed page. */
  "outbox/loaded": { readonly rows: readonly PendingMessage[]; readonly isStored: boolean };
  /** Another tab wrote a message, or changed its row. */
  "outbox/row-changed": { readonly row: PendingMessage };
  "outbox/row-removed": { readonly clientId: string };
  /** Time to ask which tabs with pending messages are still open. */
  "outbox/roll-due": Nothing;
  "outbox/roll-called": { readonly present: readonly string[] };
  /** Another tab has a sign that the server is back. */
  "outbox/resume-hinted": Nothing;
  /** Pending messages are in the history already: their answer was lost. */
  "outbox/found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  /** A text, or files that each carry their own instead. */
  "outbox/send-asked": { readonly roomId: RoomId; readonly text: string; readonly files?: readonly OutgoingFile[] };
  "outbox/published": { readonly clientId: string; readonly message: Message };
  /** `hasMoved`: some of its file has arrived since the last attempt. */
  "outbox/publish-failed": RoomMessage & { readonly error: CallError; readonly hasMoved?: boolean };
  "outbox/resend-due": { readonly lane: string };
  "outbox/retry-asked": RoomMessage;
  "outbox/pending-deleted": RoomMessage;
  "outbox/edit-asked": RoomMessage;
}

export interface OutboxEffects {
  /** Opens the signed-in person's outbox. */
  "open-outbox": Nothing;
  "close-outbox": Nothing;
  /** Stores a message before it is sent (SEND-1), or its new status; a message that is gone stays gone. */
  "write-journal": { readonly message: PendingMessage; readonly isNew: boolean };
  /** Removes messages that were sent or deleted; `sent` are the sent ones, for the person's other tabs. */
  "remove-from-journal": { readonly clientIds: readonly string[]; readonly sent: readonly Message[] };
  "call-publish": RoomMessage & Pick<PendingMessage, "text" | "replyTo">;
  /** Asks which tabs of the person are open. */
  "call-roll": Nothing;
  /** Has the person's other tabs retry now. */
  "hint-resume": Nothing;
}

export interface OutboxCommands {
  /** Sends to exactly this room, its files in order, and clears its draft; blank text without files sends nothing. */
  readonly sendMessage: (roomId: RoomId, text: string, files?: readonly OutgoingFile[]) => void;
  readonly retryMessage: (roomId: RoomId, clientId: string) => void;
  /** Deletes a failed one, and cancels a file; while the person is asked about signing out, any unsent one (SEND-7). */
  readonly deleteFailedMessage: (roomId: RoomId, clientId: string) => void;
  /** Takes a failed message back into the composer; a present draft comes back later (SEND-5). */
  readonly editFailedMessage: (roomId: RoomId, clientId: string) => void;
}
