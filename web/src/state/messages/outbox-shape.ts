import type { CallError, Message, OutgoingFile, PendingMessage, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends OutboxState {}
  interface AppEvents extends OutboxEvents {}
  interface AppEffects extends OutboxEffects {}
}

type RoomMessage = Pick<PendingMessage, "roomId" | "clientId">;

export interface OutboxState {
  readonly pending: Readonly<Record<RoomId, readonly PendingMessage[]>>;
  readonly outbox: {
    /** The tab's id: it sends the messages that have this id (SEND-3). Empty until somebody is signed in. */
    readonly tabId: string;
    readonly isOpen: boolean;
    readonly isStored: boolean;
    readonly reads: number;
  };
}

export interface OutboxEvents {
  "outbox/opened": { readonly tabId: string; readonly rows: readonly PendingMessage[] };
  "outbox/loaded": { readonly rows: readonly PendingMessage[]; readonly isStored: boolean };
  "outbox/row-changed": { readonly row: PendingMessage };
  "outbox/row-removed": { readonly clientId: string };
  "outbox/roll-due": Nothing;
  "outbox/roll-called": { readonly present: readonly string[] };
  "outbox/resume-hinted": Nothing;
  "outbox/found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  "outbox/send-asked": { readonly roomId: RoomId; readonly text: string; readonly files?: readonly OutgoingFile[] };
  "outbox/published": { readonly clientId: string; readonly message: Message };
  /** `hasMoved` is true if more of the file has arrived since the last attempt. */
  "outbox/publish-failed": RoomMessage & { readonly error: CallError; readonly hasMoved?: boolean };
  "outbox/resend-due": { readonly lane: string };
  "outbox/retry-asked": RoomMessage;
  "outbox/pending-deleted": RoomMessage;
  "outbox/edit-asked": RoomMessage;
}

export interface OutboxEffects {
  "open-outbox": Nothing;
  "close-outbox": Nothing;
  /** Stores a message before it is sent (SEND-1), or its new status. Never restores a removed message. */
  "write-journal": { readonly message: PendingMessage; readonly isNew: boolean };
  "remove-from-journal": { readonly clientIds: readonly string[]; readonly sent: readonly Message[] };
  "call-publish": RoomMessage & Pick<PendingMessage, "text" | "replyTo">;
  "call-roll": Nothing;
  "hint-resume": Nothing;
}
