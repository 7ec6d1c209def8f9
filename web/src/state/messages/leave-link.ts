import { paths } from "../navigation/paths.ts";
import type { AppState } from "../shape.ts";
import { changed, type Change } from "../transition.ts";

/** OLDER-5b: whoever goes elsewhere in the room has left the message that the address names, and so does the address. */
export function leaveLink(state: AppState): Change {
  const { route } = state;
  const left = state.linkedMessage === null ? state : { ...state, linkedMessage: null };
  if (route.kind !== "view" || route.messageSeq === undefined) return changed(left);
  return changed(left, [{ type: "navigate", to: paths.view(route.roomRef), replace: true }]);
}
