import type { CallError, Message, MessageName, RoomId } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends QuotesState {}
  interface AppEvents extends QuotesEvents {}
  interface AppEffects extends QuotesEffects {}
  interface Commands extends QuotesCommands {}
}

export interface QuotesState {
  /** What drafts and pending messages quote and no loaded history has, by `quoteKey`. */
  readonly quoted: Readonly<Record<string, WantedMessage>>;
  /** From where quotes were followed, the last one last (REPLY-4): by `seq`, null for the live end. */
  readonly wayBack: { readonly roomId: RoomId; readonly seqs: readonly (number | null)[] } | null;
}

export type NamedMessage = { readonly roomId: RoomId } & MessageName;

/** A message that was asked for; null until it has come, and where it is not there. */
export type WantedMessage = NamedMessage & { readonly message: Message | null };

export interface QuotesEvents {
  "quotes/reply-asked": { readonly message: Message };
  /** A quote was pressed at the message `from`; null at a pending one, or in the composer. */
  "quotes/followed": { readonly roomId: RoomId; readonly seq: number; readonly from: number | null };
  "quotes/returned": { readonly roomId: RoomId };
  /** The room was left: there is no way back any more. */
  "quotes/left": { readonly roomId: RoomId };
  "quotes/wanted": NamedMessage;
  "quotes/loaded": WantedMessage;
  "quotes/failed": NamedMessage & { readonly error: CallError };
}

export interface QuotesEffects {
  "call-quoted": NamedMessage;
}

export interface QuotesCommands {
  /** Replies to a message, where one may. */
  readonly replyTo: (message: Message) => void;
  /** Goes to a quoted message, however far up. */
  readonly followQuote: (roomId: RoomId, seq: number, from: number | null) => void;
  /** Goes back to where the last quote was followed. */
  readonly returnFromQuote: (roomId: RoomId) => void;
  /** Loads what a draft or pending message quotes. */
  readonly wantQuoted: (roomId: RoomId, name: MessageName) => void;
}
