import type { Dispatch } from "../store.ts";

/** DEL-1: Sends what can still be undone while the session may send it. */
export function signOut(dispatch: Dispatch): void {
  dispatch({ type: "undo/leaving" });
  dispatch({ type: "sign-out/asked" });
}
