import type { CallError, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends FoundState {}
  interface AppEvents extends FoundEvents {}
  interface AppEffects extends FoundEffects {}
}

/** A search inside a conversation. `seqs` are its matching messages, newest first. */
export interface Found {
  readonly roomId: RoomId;
  readonly text: string;
  readonly phase: "idle" | "waiting" | "loading" | "ready" | "failed";
  readonly seqs: readonly number[];
  readonly page: number;
  /** All matches from this `seq` upwards are known: 0 means everything, Infinity nothing. */
  readonly knownFrom: number;
  readonly seq: number | null;
  /** A pending step to the next (1) or previous (-1) match, which waits for a page; 0 without one. */
  readonly step: -1 | 0 | 1;
  readonly isInBar: boolean;
  readonly isPartial: boolean;
  /** The reason why only loaded messages were searched: the connection is lost, or the person is a visitor. Null if the server was asked. */
  readonly local: "offline" | "visitor" | null;
  readonly error: CallError | null;
  readonly fieldAsked: number;
}

export interface FoundLine extends Pick<OpenedLine, "roomId" | "offerId" | "lineId"> {
  readonly text: string;
  readonly isWide: boolean;
}

export interface FoundState {
  readonly found: Found | null;
  readonly foundLine: FoundLine | null;
}

interface OpenedHit {
  readonly roomId: RoomId;
  readonly name: string;
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
  "found/opened": { readonly roomId: RoomId };
  "found/typed": { readonly text: string };
  "found/due": Nothing;
  "found/walked": { readonly step: -1 | 1; readonly isInBar: boolean };
  "found/again-asked": Nothing;
  "found/closed": Nothing;
  "found/left": Nothing;
  "found/page-loaded": FoundPage & {
    readonly seqs: readonly number[];
    readonly hasMore: boolean;
    readonly isPartial: boolean;
  };
  "found/failed": FoundPage & { readonly error: CallError };
}

export interface FoundPage {
  readonly roomId: RoomId;
  readonly text: string;
  readonly page: number;
}

export interface FoundEffects {
  "call-found": FoundPage;
  "abort-found": Nothing;
}
