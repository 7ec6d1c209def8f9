import type { CallError, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends HandOverState {}
  interface AppEvents extends HandOverEvents {}
  interface AppEffects extends HandOverEffects {}
  interface Commands extends HandOverCommands {}
  interface Words extends HandOverWords {}
  interface AlertKeys {
    "handOver.received": true;
  }
}
type HandOverWords = typeof ro;

/** The question to whom a room goes, while it is open, and its call. */
export interface HandingOver {
  readonly roomId: RoomId;
  readonly phase: "asking" | "busy" | "failed";
  readonly error: CallError | null;
}

export interface HandOverState {
  readonly handingOver: HandingOver | null;
  /** The moment of the last hand-over that this page has looked after, by room (ACT-10). */
  readonly announcedHandOvers: Readonly<Record<RoomId, string>>;
}

export interface HandOverEvents {
  "hand-over/opened": { readonly roomId: RoomId };
  "hand-over/closed": Nothing;
  "hand-over/asked": { readonly to: number; readonly note: string };
  "hand-over/done": { readonly roomId: RoomId };
  "hand-over/failed": { readonly roomId: RoomId; readonly error: CallError };
  /** A room has become one's own, and not by an act of this page. */
  "hand-over/came": { readonly roomId: RoomId };
  /** A colleague has handed a room over, and somebody is there to see it. */
  "hand-over/seen": { readonly roomId: RoomId; readonly at: string };
  /** No page on this device has announced of it. */
  "hand-over/news": { readonly roomId: RoomId };
}

export interface HandOverEffects {
  "call-hand-over": { readonly roomId: RoomId; readonly to: number; readonly note: string };
  /** Tells of a hand-over, once on this device. */
  "announce-hand-over": { readonly owner: string; readonly roomId: RoomId; readonly at: string };
}

export interface HandOverCommands {
  /** Opens the question to whom a room goes. */
  readonly askHandOver: (roomId: RoomId) => void;
  readonly closeHandOver: () => void;
  /** Hands the room of the question over to a colleague in it, by id. */
  readonly handOver: (to: number, note: string) => void;
}
