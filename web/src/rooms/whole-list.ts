import { isWhole, loadPage } from "./rooms-state.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";

/**
 * LIST-2: requests the list from its beginning where pages of it are missing. Each page begins at an offset from the newest:
 * once one has left, the next page would skip another.
 */
export const refillList = (state: AppState): Change =>
  state.rooms.page === 0 || isWhole(state.rooms) ? changed(state) : loadPage(state, 1);

/** A list that ended with rooms missing may be whole by now. */
export const refillEnded = (state: AppState): Change =>
  state.rooms.phase === "idle" ? refillList(state) : changed(state);

/** LIST-2: the pages have ended; where rooms are missing all the same, requesting more would never end. */
export const endList = (state: AppState): AppState =>
  isWhole(state.rooms) ? state : { ...state, rooms: { ...state.rooms, phase: "idle" } };
