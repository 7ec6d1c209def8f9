import type { Dispatch } from "../store.ts";

/** DEL-2: what is to be sent leaves while one may still send it. */
export function signOut(dispatch: Dispatch): void {
  dispatch({ type: "undo/leaving" });
  dispatch({ type: "sign-out/asked" });
}
