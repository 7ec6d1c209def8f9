import type { CallError, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends FoundState {}
  interface AppEvents extends FoundEvents {}
  interface AppEffects extends FoundEffects {}
  interface Commands extends FoundCommands {}
}

/** What is searched inside a conversation, and what was found there: messages by `seq`, the newest first. */
export interface Found {
  readonly roomId: RoomId;
  /** As it was typed. */
  readonly text: string;
  /** Idle while too little is typed; waiting for the next key. */
  readonly phase: "idle" | "waiting" | "loading" | "ready" | "failed";
  readonly seqs: readonly number[];
  /** The last page that has come; 0 before the first. */
  readonly page: number;
  /** From this `seq` on all that was found is known: everything from 0 on, nothing from Infinity on. */
  readonly knownFrom: number;
  /** The message that is shown. */
  readonly seq: number | null;
  /** A step to the next (1) or the previous (-1) one that waits for a page. */
  readonly step: -1 | 0 | 1;
  /** Whether the keys stay in the bar, and do not go along to the messages. */
  readonly isInBar: boolean;
  /** The server has not looked at everything. */
  readonly isPartial: boolean;
  /** Why only what is loaded here was searched: without a connection, or by somebody who is no member; null where the server was asked. */
  readonly local: "offline" | "visitor" | null;
  readonly error: CallError | null;
  /** Counts how often the field was asked for: each time it gets the focus. */
  readonly fieldAsked: number;
}

/** A line of an offer in which something was found, while its room is open. */
export interface FoundLine extends Pick<OpenedLine, "roomId" | "offerId" | "lineId"> {
  readonly text: string;
  /** Whether the offer stands beside the conversation, or in a sheet. */
  readonly isWide: boolean;
}

export interface FoundState {
  /** Null while the bar is closed. */
  readonly found: Found | null;
  readonly foundLine: FoundLine | null;
}

/** A message that was found, with the others of its room as far as they are known. */
interface OpenedHit {
  readonly roomId: RoomId;
  readonly offerId: number;
  readonly seq: number;
  readonly query: string;
  readonly hits: readonly number[];
}

interface OpenedLine {
  readonly roomId: RoomId;
  readonly offerId: number;
  readonly lineId: number;
  readonly query: string;
}

export interface FoundEvents {
  "found/hit-opened": OpenedHit;
  "found/line-opened": FoundLine;
  /** The field of an open room was asked for. */
  "found/opened": { readonly roomId: RoomId };
  "found/typed": { readonly text: string };
  /** Nothing was typed for a moment. */
  "found/due": Nothing;
  "found/walked": { readonly step: -1 | 1; readonly isInBar: boolean };
  "found/again-asked": Nothing;
  "found/closed": Nothing;
  /** The room of what was found is not open any more. */
  "found/left": Nothing;
  "found/page-loaded": FoundPage & {
    readonly seqs: readonly number[];
    readonly hasMore: boolean;
    readonly isPartial: boolean;
  };
  "found/failed": FoundPage & { readonly error: CallError };
}

/** A page of what a text finds in a room; the answer to another question than the last one is dropped. */
export interface FoundPage {
  readonly roomId: RoomId;
  readonly text: string;
  readonly page: number;
}

export interface FoundEffects {
  /** Replaces the one that is under way. */
  "call-found": FoundPage;
  /** Its answer is no longer awaited. */
  "abort-found": Nothing;
}

export interface FoundCommands {
  /** Opens a room around a message that was found, marked, with the way to the others above it (FIND-4a). */
  readonly openHit: (hit: OpenedHit) => void;
  /** Opens a room with its offer at a line in which something was found (FIND-4j). */
  readonly openLine: (line: OpenedLine) => void;
  /** Opens the field that searches inside the open room (FIND-4f). */
  readonly searchRoom: (roomId: RoomId) => void;
  readonly typeFound: (text: string) => void;
  readonly walkFound: (step: -1 | 1, isInBar: boolean) => void;
  readonly retryFound: () => void;
  readonly closeFound: () => void;
}
