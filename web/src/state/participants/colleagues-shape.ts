import type { CallError, Participant, RoomId } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends ColleaguesState {}
  interface AppEvents extends ColleaguesEvents {}
  interface AppEffects extends ColleaguesEffects {}
  interface Commands extends ColleaguesCommands {}
  interface AlertKeys {
    "colleagues.coming": true;
    "colleagues.offline": true;
    "colleagues.refused": true;
    "colleagues.unconfirmed": true;
    "colleagues.leaving": true;
    "colleagues.outRefused": true;
    "colleagues.outOffline": true;
    "colleagues.outUnconfirmed": true;
  }
}

export interface ColleaguesState {
  /** The staff whose names have what was asked for last, and those found before it while it is under way. */
  readonly colleagues: {
    readonly search: string;
    readonly found: readonly Participant[];
    readonly phase: "loading" | "ready" | "failed";
  };
}

/** Somebody whom one brings into a room, or puts out of it. */
interface Moved {
  readonly roomId: RoomId;
  readonly person: Participant;
}

export interface ColleaguesEvents {
  "colleagues/search-asked": { readonly search: string };
  "colleagues/found": { readonly search: string; readonly found: readonly Participant[] };
  "colleagues/search-failed": { readonly search: string; readonly error: CallError };
  "colleagues/bring-asked": Moved;
  /** The time to undo is over. */
  "colleagues/bring-due": Moved;
  "colleagues/bring-failed": Moved & { readonly error: CallError };
  "colleagues/put-out-asked": Moved;
  "colleagues/put-out-due": Moved;
  "colleagues/put-out-failed": Moved & { readonly error: CallError };
}

export interface ColleaguesEffects {
  "call-staff": { readonly search: string };
  "call-add-member": Moved;
  "call-remove-member": Moved;
}

export interface ColleaguesCommands {
  readonly findColleagues: (search: string) => void;
  /** Brings one of the staff, or the customer who left, into a room, unless undone in time (ROOM-14e). */
  readonly bringIn: (roomId: RoomId, person: Participant) => void;
  /** Puts a member out of a room, unless undone in time (ROOM-14e). */
  readonly putOut: (roomId: RoomId, person: Participant) => void;
}
