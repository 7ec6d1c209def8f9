import type { AppEvent, Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends UndoState {}
  interface AppEvents extends UndoEvents {}
  interface Commands extends UndoCommands {}
}

/** What a person has done, to be sent once the time to undo it is over. */
export interface Deferred {
  /** Sends it. */
  readonly due: AppEvent;
  /** What follows its undoing; none where nothing but this was to be taken back. */
  readonly undone?: AppEvent;
  /** What says that there is no connection, when it is asked for or due: nothing is queued. Without it the call finds that out. */
  readonly offline?: AppEvent;
  /** What the end of the page or a sign-out means for it. */
  readonly whenLeft: "sent" | "forgotten";
}

interface Undoable extends Deferred {
  /** Whether pointer or focus is on its toast, which holds the time. */
  readonly isHeld: boolean;
}

export interface UndoState {
  /** By id, the last one asked for at the end; the toast of one has the same id. */
  readonly undoable: Readonly<Record<string, Undoable>>;
}

export interface UndoEvents {
  "undo/asked": { readonly id: string };
  "undo/due": { readonly id: string };
  /** The page ends, or the person signs out. */
  "undo/leaving": Nothing;
}

export interface UndoCommands {
  /** Takes back what waits under an id. */
  readonly undo: (id: string) => void;
}
