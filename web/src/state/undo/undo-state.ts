import { raiseAlert, type AlertText } from "../alerts/alerts-state.ts";
import { isOffline } from "../selectors.ts";
import type { AppEvent, AppState, Effect, Nothing } from "../shape.ts";
import { andThen, changed, type Change, type Handlers, dispatchLater, dispatched } from "../transition.ts";

declare module "../shape.ts" {
  interface AppState extends UndoState {}
  interface AppEvents extends UndoEvents {}
}

export interface Deferred {
  readonly due: AppEvent;
  /** Dispatched on undo; absent if undoing takes nothing more. */
  readonly undone?: AppEvent;
  /** Dispatched if the device is offline when the action is requested or due, since nothing is queued. If absent, the call itself fails. */
  readonly offline?: AppEvent;
  readonly whenLeft: "sent" | "forgotten";
}

interface Undoable extends Deferred {
  readonly isHeld: boolean;
}

export interface UndoState {
  readonly undoable: Readonly<Record<string, Undoable>>;
}

export interface UndoEvents {
  "undo/asked": { readonly id: string };
  "undo/due": { readonly id: string };
  "undo/leaving": Nothing;
}

export const undoMs = 5000;

/** Dispatches `due` after the delay, unless the action is undone: by its toast, if it has a text, or by its id. */
export function doUnlessUndone(state: AppState, id: string, deferred: Deferred, text?: AlertText): Change {
  if (deferred.offline && isOffline(state)) return changed(state, [dispatched(deferred.offline)]);
  const { [id]: _before, ...undoable } = state.undoable;
  const noted = { ...state, undoable: { ...undoable, [id]: { ...deferred, isHeld: false } } };
  return andThen(changed(noted, [dueLater(id)]), (next) =>
    text ? raiseAlert(next, { id, type: "success", text, action: "undo", delayMs: undoMs }) : changed(next),
  );
}

export function undo(state: AppState, id: string): Change {
  const undoable = state.undoable[id];
  if (!undoable) return changed(state);
  return changed(without(state, id), [
    { type: "cancel-later", key: keyOf(id) },
    dispatched({ type: "alerts/hidden", id }),
    ...(undoable.undone ? [dispatched(undoable.undone)] : []),
  ]);
}

export const lastUndoable = ({ undoable }: AppState): string | undefined => Object.keys(undoable).at(-1);

export const undoHandlers = {
  "undo/asked": (state, { id }) => undo(state, id),
  "undo/due": (state, { id }) => send(state, id),
  "undo/leaving": (state) =>
    Object.entries(state.undoable)
      .filter(([, { whenLeft }]) => whenLeft === "sent")
      .reduce((change, [id]) => andThen(change, (next) => send(next, id)), changed(state)),

  "alerts/acted": (state, { id }) => undo(state, id),
  "alerts/held": (state, { id }) => hold(state, id, true),
  "alerts/released": (state, { id }) => hold(state, id, false),
  "alerts/hidden": (state, { id }) => hold(state, id, false),
} satisfies Partial<Handlers>;

function send(state: AppState, id: string): Change {
  const undoable = state.undoable[id];
  if (!undoable) return changed(state);
  const event = isOffline(state) ? (undoable.offline ?? undoable.due) : undoable.due;
  return changed(without(state, id), [{ type: "cancel-later", key: keyOf(id) }, dispatched(event)]);
}

/** The toast and its undo stay while the pointer or the focus is on them; then the full time starts again. */
function hold(state: AppState, id: string, isHeld: boolean): Change {
  const undoable = state.undoable[id];
  if (!undoable || undoable.isHeld === isHeld) return changed(state);
  const held = { ...state, undoable: { ...state.undoable, [id]: { ...undoable, isHeld } } };
  return changed(held, [isHeld ? { type: "cancel-later", key: keyOf(id) } : dueLater(id)]);
}

function without(state: AppState, id: string): AppState {
  const { [id]: _gone, ...undoable } = state.undoable;
  return { ...state, undoable };
}

const keyOf = (id: string): string => `undo:${id}`;
const dueLater = (id: string): Effect => dispatchLater(keyOf(id), undoMs, { type: "undo/due", id });
