import type { Dispatch } from "../store.ts";

/** DEL-1: signs out, after sending the actions that could still be undone, while the session is valid. */
export function signOut(dispatch: Dispatch): void {
  dispatch({ type: "undo/leaving" });
  dispatch({ type: "sign-out/asked" });
}
