import { draftCount } from "../drafts/drafts-state.ts";
import type { AppState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import { unsentCount } from "../state/selectors.ts";

/** Whether signing out asks first, since something is unsent or only drafted (SEND-7b). */
export const isQuestionDue = (state: AppState): boolean => unsentCount(state) > 0 || draftCount(state) > 0;

/** Signs out after a delay, ms, unless cancelled by then (SIGN-2). */
export const signOutLater = (delayMs: number): Effect => ({
  type: "dispatch-later",
  key: "sign-out",
  delayMs,
  event: { type: "sign-out/asked" },
});
