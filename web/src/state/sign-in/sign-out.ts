import type { Dispatch } from "../store.ts";

/** DEL-1: sends undoable actions first, while the session is still valid. */
export function signOut(dispatch: Dispatch): void {
  dispatch({ type: "undo/leaving" });
  dispatch({ type: "sign-out/asked" });
}
