import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";

/** How long to wait before catching up, ms: a wave of subscriptions is one reason, and late events may come by themselves. */
const waveMs = 100;

/** The state in which catching up is due in any case, not only for rooms known to be behind. */
export const wanted = (state: AppState): AppState => ({ ...state, sync: { ...state.sync, isWanted: true } });

/** Catches up soon: of several wishes the soonest holds. After a failure, and while running, the next attempt is planned already. */
export function syncSoon(state: AppState, delayMs = waveMs): Change {
  const { phase, attempt, isHeldBack } = state.sync;
  if (phase === "running" || (phase === "due" && (attempt > 0 || isHeldBack))) return changed(state);
  return plan(state, delayMs, true);
}

/** Catches up after this time, whatever was planned before. */
export const syncIn = (state: AppState, delayMs: number): Change => plan(state, delayMs, false);

const plan = (state: AppState, delayMs: number, keepsSooner: boolean): Change =>
  changed({ ...state, sync: { ...state.sync, phase: "due" } }, [
    { type: "dispatch-later", key: "sync", delayMs, event: { type: "sync/due" }, keepsSooner },
  ]);
