import type { CallError, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends HandOverState {}
  interface AppEvents extends HandOverEvents {}
  interface AppEffects extends HandOverEffects {}
  interface Commands extends HandOverCommands {}
  interface AlertKeys {
    "handOver.received": true;
    "handOver.failed": true;
    "handOver.unanswered": true;
    "handOver.receivedMany": true;
    "handOver.receivedFromMany": true;
  }
}

/** The question to whom a room goes, while it is open, and its call. */
interface HandingOver {
  readonly roomId: RoomId;
  readonly phase: "asking" | "busy" | "failed";
  /** To whom it was last asked to go. */
  readonly to: number | null;
  readonly error: CallError | null;
}

/** A room that was handed over, and when. */
export interface HandedRoom {
  readonly roomId: RoomId;
  readonly at: string;
}

export interface HandOverState {
  readonly handingOver: HandingOver | null;
  /** The rooms whose hand-over the toast announces. */
  readonly handOverNews: readonly RoomId[];
}

export interface HandOverEvents {
  "hand-over/opened": { readonly roomId: RoomId };
  "hand-over/closed": Nothing;
  "hand-over/asked": { readonly to: number; readonly note: string };
  "hand-over/done": { readonly roomId: RoomId };
  "hand-over/failed": { readonly roomId: RoomId; readonly note: string; readonly error: CallError };
  /** Colleagues have handed rooms over, and no page on this device has announced it. */
  "hand-over/news": { readonly roomIds: readonly RoomId[] };
}

export interface HandOverEffects {
  "call-hand-over": { readonly roomId: RoomId; readonly to: number; readonly note: string };
  /** Announces hand-overs, each once on this device. */
  "announce-hand-overs": { readonly owner: string; readonly handed: readonly HandedRoom[] };
  /** Leads to the rooms that the person holds. */
  "show-own-rooms": Nothing;
}

export interface HandOverCommands {
  /** Opens the question to whom a room goes. */
  readonly askHandOver: (roomId: RoomId) => void;
  readonly closeHandOver: () => void;
  /** Hands the room of the question over to a colleague in it, by id. */
  readonly handOver: (to: number, note: string) => void;
}
