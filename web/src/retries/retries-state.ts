import type { CallError } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { mayPassByItself } from "./may-pass.ts";
import { chanceOf, retryDelayMs } from "./retry-delay.ts";
import type { RetriesEvents } from "./retries-shape.ts";

export const retryHandlers: Handlers<keyof RetriesEvents> = {
  // Once nothing is missing the next failure counts as a first one.
  "retries/due": (state, _event, { retryFailed }) => {
    const { state: after, effects } = retryFailed(state);
    return changed({ ...after, retries: effects.length === 0 ? 0 : state.retries + 1 }, effects);
  },
};

/**
 * After a failure that may pass by itself: plans another attempt, after waits that double and never earlier than the server asks,
 * as for sends (SEND-4). `id` is random: it spreads the attempts of many clients.
 */
export function retryLater(state: AppState, error: CallError, id: string): Change {
  const attempts = state.retries + 1;
  if (!mayPassByItself(error, attempts)) return changed(state);
  const delayMs = retryDelayMs(state.retries, chanceOf(id), error);
  return changed(state, [{ type: "dispatch-later", key: "retry-failed", delayMs, event: { type: "retries/due" } }]);
}

/** The state after an answer that may have failed before. */
export const withoutRetries = (state: AppState): AppState => (state.retries === 0 ? state : { ...state, retries: 0 });
