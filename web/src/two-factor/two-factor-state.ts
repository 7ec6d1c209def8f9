import { retryLater, underWay, withoutFailure } from "../retries/retries-state.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type { TwoFactor, TwoFactorEvents } from "./two-factor-shape.ts";

export const beginning: TwoFactor = { asked: null, phase: "idle", error: null };

/** The key of a failure to learn what there is (SYNC-8a). */
const viewKey = "two-factor.view";

/** The second factor: setting one up, giving it, and changing it (SIGN-6, ACC-5). */
export const twoFactorHandlers: Handlers<keyof TwoFactorEvents> = {
  "two-factor/asked": (state, { asked }) => {
    const shown = shownIn(state);
    if (shown.phase === "busy") return changed(state);
    const twoFactor: TwoFactor = { ...shown, asked: asked.kind, phase: "busy", error: null };
    return changed({ ...state, twoFactor }, [{ type: "call-two-factor", asked }]);
  },
  "two-factor/answered": (before, { answer }) => {
    const state = withoutFailure(before, viewKey);
    const twoFactor: TwoFactor = { ...shownIn(state), ...answer, phase: "idle", error: null };
    // SIGN-6a: who has codes to read goes on when they were read.
    const goesOn = twoFactor.codes === undefined;
    return changed({ ...state, twoFactor: goesOn ? withoutMe(twoFactor) : twoFactor }, goesOn ? goOn(twoFactor) : []);
  },
  "two-factor/failed": (state, { error }, context) => {
    const shown = shownIn(state);
    const after: AppState = { ...state, twoFactor: { ...shown, phase: "failed", error } };
    return shown.asked === "view" ? retryLater(after, viewKey, error, context) : changed(after);
  },
  "two-factor/closed": (state) => {
    const { own } = shownIn(state);
    const twoFactor: TwoFactor = { ...beginning, ...(own === undefined ? {} : { own }) };
    return changed({ ...state, twoFactor }, goOn(shownIn(state)));
  },
};

/** SYNC-8a: asks again what there is. */
export const retryTwoFactor = (state: AppState, isDue: IsDue): Change =>
  state.twoFactor?.asked === "view" && state.twoFactor.phase === "failed" && isDue(viewKey)
    ? changed(underWay(state, viewKey), [
        { type: "dispatch", event: { type: "two-factor/asked", asked: { kind: "view" } } },
      ])
    : changed(state);

const shownIn = ({ twoFactor }: AppState): TwoFactor => twoFactor ?? beginning;

/** The page goes on as the person that the answer has. */
const goOn = ({ me }: TwoFactor): readonly Effect[] =>
  me === undefined ? [] : [{ type: "dispatch", event: { type: "session/me-loaded", me } }];

const withoutMe = ({ me: _me, ...twoFactor }: TwoFactor): TwoFactor => twoFactor;
