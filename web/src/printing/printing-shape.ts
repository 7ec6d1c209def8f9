import type { MessageLog, QuietLine } from "../state/history/history-shape.ts";
import type { MessagePage } from "../state/messages/messages-shape.ts";
import type { CallError, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends PrintingState {}
  interface AppEvents extends PrintingEvents {}
  interface AppEffects extends PrintingEffects {}
  interface Commands extends PrintingCommands {}
}

/** A conversation that is being printed, as far as it is loaded; apart from the room's timeline, which it leaves as it is. */
export interface Printing {
  readonly roomId: RoomId;
  readonly log: MessageLog;
  readonly lines: readonly QuietLine[];
  /** All messages of the room; null before the first page. */
  readonly total: number | null;
  /** Paths of the pictures that are printed; they load once all messages are there. */
  readonly pictures: readonly string[];
  readonly phase: "loading" | "failed" | "loaded";
  readonly error: CallError | null;
  /** The newest event since the beginning that changed a message: a page read before it is read again. */
  readonly changedSeq: number;
}

export interface PrintingState {
  readonly printing: Printing | null;
}

export interface PrintingEvents {
  "printing/asked": { readonly roomId: RoomId };
  "printing/page-loaded": PageRef & { readonly page: MessagePage; readonly total: number };
  "printing/page-failed": PageRef & { readonly error: CallError };
  "printing/again-asked": Nothing;
  /** Given up while it loads. */
  "printing/cancelled": Nothing;
  /** The browser has done with it, or its room is left. */
  "printing/ended": Nothing;
}

/** The page before a `seq`; null for the newest. */
interface PageRef {
  readonly roomId: RoomId;
  readonly beforeSeq: number | null;
}

export interface PrintingEffects {
  "call-printed-page": PageRef;
}

export interface PrintingCommands {
  /** Loads a conversation's newest messages with its offer, and prints them. */
  readonly printRoom: (roomId: RoomId) => void;
  readonly retryPrinting: () => void;
  readonly cancelPrinting: () => void;
  readonly endPrinting: () => void;
}
