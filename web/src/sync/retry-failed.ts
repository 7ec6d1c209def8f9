import { retryHistory } from "../messages/messages-state.ts";
import { retryOffer } from "../offers/offers-state.ts";
import { retryJoin } from "../rooms/join-room.ts";
import { mayPassByItself, resendDelayMs } from "../state/call-retry.ts";
import { followRoute } from "../rooms/open-room.ts";
import { countElsewhere, loadPage } from "../rooms/rooms-state.ts";
import type { AppState } from "../state/shape.ts";
import type { CallError } from "../state/entities.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Change } from "../state/transition.ts";

/** Requests again what the page needs and did not get: the list, the counts elsewhere, the open history, its offer, a room to join. */
export function retryFailed(state: AppState): Change {
  const listed = state.rooms.phase === "failed" ? loadPage(state, state.rooms.page + 1) : changed(state);
  return [retryOpen, retryCount, retryOffer, retryPassedJoin].reduce(andThen, listed);
}

/** Requests again everything shown as failed, without any press of a button. The connection's return counts by itself. */
export function retryScreen(state: AppState): Change {
  const counted = withSync(state, { isCountLost: false });
  const opened = counted.openRoom.phase === "failed" ? followRoute(counted) : changed(counted);
  return andThen(opened, retryFailed);
}

/**
 * After a failure that may pass by itself: plans another attempt, after waits that double and never earlier than the server asks,
 * as for sends (SEND-4). `id` is random: it spreads the attempts of many clients.
 */
export function retryLater(state: AppState, error: CallError, id: string): Change {
  const attempts = retriesOf(state) + 1;
  if (!mayPassByItself(error, attempts)) return changed(state);
  const delayMs = resendDelayMs(attempts, id, error.retryAfterSeconds);
  return changed(state, [{ type: "dispatch-later", key: "retry-failed", delayMs, event: { type: "sync/retry-due" } }]);
}

/** The planned attempt; once nothing is missing the next failure counts as a first one. */
export function retryDue(state: AppState): Change {
  const asked = retryFailed(state);
  const retries = asked.effects.length === 0 ? 0 : retriesOf(state) + 1;
  return changed(withSync(asked.state, { retries }), asked.effects);
}

/** The state after an answer that may have failed before. */
export const withoutRetries = (state: AppState): AppState => withSync(state, { retries: 0 });

/** The state in which the counts of rooms elsewhere have come, or not. */
export const withCountLost = (state: AppState, isCountLost: boolean): AppState => withSync(state, { isCountLost });

const retriesOf = ({ sync }: AppState): number => sync.retries;

const withSync = (state: AppState, change: Partial<AppState["sync"]>): AppState => ({
  ...state,
  sync: { ...state.sync, ...change },
});

function retryOpen(state: AppState): Change {
  const roomId = selectedRoomId(state);
  return roomId === null ? changed(state) : retryHistory(state, roomId);
}

/** ROOM-9: a join that failed without an answer; a refusal is an answer. */
const retryPassedJoin = (state: AppState): Change =>
  state.joining.phase === "failed" && mayPassByItself(state.joining.error, 1) ? retryJoin(state) : changed(state);

const retryCount = (state: AppState): Change =>
  state.sync.isCountLost ? countElsewhere(withCountLost(state, false)) : changed(state);
