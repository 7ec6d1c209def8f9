import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";

/** How long to wait before catching up, ms: a wave of subscriptions is one reason, and late events may come by themselves. */
const waveMs = 100;

/** The state in which catching up is due in any case, not only for rooms known to be behind. */
export const wanted = (state: AppState): AppState => ({ ...state, sync: { ...state.sync, isWanted: true } });

/** Catches up soon; does nothing where that is planned or running. */
export function syncSoon(state: AppState, delayMs = waveMs): Change {
  return state.sync.phase === "idle" ? syncIn(state, delayMs) : changed(state);
}

/** Catches up after this time, whatever was planned before. */
export const syncIn = (state: AppState, delayMs: number): Change =>
  changed({ ...state, sync: { ...state.sync, phase: "due" } }, [
    { type: "dispatch-later", key: "sync", delayMs, event: { type: "sync/due" } },
  ]);
