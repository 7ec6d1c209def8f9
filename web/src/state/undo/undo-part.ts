import type { Part } from "../part.ts";
import { onPageLeft } from "../../platform/page/page.ts";
import { type UndoCommands, type UndoEvents, type UndoState, undoHandlers } from "./undo-state.ts";

export const undoPart: Part<UndoState, UndoEvents, object, UndoCommands> = {
  initial: { undoable: {} },
  handlers: undoHandlers,
  run: ({ store: { dispatch } }) => {
    onPageLeft(() => dispatch({ type: "undo/leaving" }));
    return {};
  },
  commands: (dispatch) => ({ undo: (id) => dispatch({ type: "undo/asked", id }) }),
};
