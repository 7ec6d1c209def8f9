import type { Part } from "../part.ts";
import { onPageLeft } from "../../platform/page/page.ts";
import { type UndoEvents, type UndoState, undoHandlers } from "./undo-state.ts";

export const undoPart: Part<UndoState, UndoEvents> = {
  initial: { undoable: {} },
  handlers: undoHandlers,
  run: ({ store: { dispatch } }) => {
    onPageLeft(() => dispatch({ type: "undo/leaving" }));
    return {};
  },
};
