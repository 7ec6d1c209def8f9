import { raiseAlert } from "../alerts/alerts-state.ts";
import type { AlertText } from "../alerts/alerts-shape.ts";
import { isOffline } from "../selectors.ts";
import type { AppEvent, AppState, Effect } from "../shape.ts";
import { andThen, changed, type Change, type Handlers } from "../transition.ts";
import type { Deferred, UndoEvents } from "./undo-shape.ts";

/** How long something can be undone, ms. */
export const undoMs = 5000;

/** Does something once its time is over, unless it is undone by then: by its toast, where it has words for one, or by its id. */
export function doUnlessUndone(state: AppState, id: string, deferred: Deferred, text?: AlertText): Change {
  if (deferred.offline && isOffline(state)) return changed(state, [dispatch(deferred.offline)]);
  const { [id]: _before, ...undoable } = state.undoable;
  const noted = { ...state, undoable: { ...undoable, [id]: { ...deferred, isHeld: false } } };
  return andThen(changed(noted, [dueLater(id)]), (next) =>
    text ? raiseAlert(next, { id, type: "success", text, action: "undo", delayMs: undoMs }) : changed(next),
  );
}

/** Takes back what waits under an id, and its toast. */
export function undo(state: AppState, id: string): Change {
  const undoable = state.undoable[id];
  if (!undoable) return changed(state);
  return changed(without(state, id), [
    { type: "cancel-later", key: keyOf(id) },
    dispatch({ type: "alerts/hidden", id }),
    ...(undoable.undone ? [dispatch(undoable.undone)] : []),
  ]);
}

/** The id of what was asked for last. */
export const lastUndoable = ({ undoable }: AppState): string | undefined => Object.keys(undoable).at(-1);

/** What can be undone for some seconds before it happens (ROOM-8, DEL-1, SIL-2c). */
export const undoHandlers: Handlers<
  keyof UndoEvents | "alerts/acted" | "alerts/held" | "alerts/released" | "alerts/hidden"
> = {
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
};

function send(state: AppState, id: string): Change {
  const undoable = state.undoable[id];
  if (!undoable) return changed(state);
  const event = isOffline(state) ? (undoable.offline ?? undoable.due) : undoable.due;
  return changed(without(state, id), [{ type: "cancel-later", key: keyOf(id) }, dispatch(event)]);
}

/** The toast stays while pointer or focus is on it, and so does its undo; the full time begins again afterwards. */
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

const dispatch = (event: AppEvent): Effect => ({ type: "dispatch", event });

const dueLater = (id: string): Effect => ({
  type: "dispatch-later",
  key: keyOf(id),
  delayMs: undoMs,
  event: { type: "undo/due", id },
});
