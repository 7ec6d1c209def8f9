import type { Dispatch } from "../store.ts";

/** DEL-1: Pending deletions are sent while the session may still send them. */
export function signOut(dispatch: Dispatch): void {
  dispatch({ type: "undo/leaving" });
  dispatch({ type: "sign-out/asked" });
}
