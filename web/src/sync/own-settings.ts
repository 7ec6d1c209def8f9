import type { AppState } from "../state/shape.ts";
import { me } from "../state/selectors.ts";
import { andThen, changed, type Change } from "../state/transition.ts";

/**
 * AUTH-8: after the change, calls `me` where the server has newer own settings than this page: once for a version, however often
 * it is announced. Should that call fail, the next catching up repeats it.
 */
export const withSettings = (change: Change, version: number | undefined): Change =>
  andThen(change, (state) => {
    const person = me(state);
    const isNewer = person !== null && version !== undefined && person.version < version;
    if (!isNewer || state.sync.settingsAsked === version) return changed(state);
    return changed({ ...state, sync: { ...state.sync, settingsAsked: version } }, [{ type: "call-me" }]);
  });

/** The state in which no answer of `me` is pending. */
export const withoutAsked = (state: AppState): AppState => ({
  ...state,
  sync: { ...state.sync, settingsAsked: null },
});
