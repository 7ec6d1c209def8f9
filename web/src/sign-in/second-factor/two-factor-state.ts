import { retryLater, underWay, withoutFailure } from "../../state/retries/retries-state.ts";
import type { CallError } from "../../state/entities.ts";
import { me } from "../../state/selectors.ts";
import type { AppState } from "../../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../../state/transition.ts";
import type { TwoFactor, TwoFactorEvents } from "./two-factor-shape.ts";

export const beginning: TwoFactor = { asked: null, phase: "idle", error: null };

/** The key of a failure to learn what there is (SYNC-8a). */
const viewKey = "two-factor.view";

/** The second factor: setting one up, giving it, and changing it (SIGN-6, ACC-5). */
export const twoFactorHandlers: Handlers<keyof TwoFactorEvents | "session/me-loaded"> = {
  "two-factor/asked": (state, { asked }) => {
    const shown = shownIn(state);
    if (shown.phase === "busy") return changed(state);
    const twoFactor: TwoFactor = { ...shown, asked: asked.kind, phase: "busy", error: null };
    return changed({ ...state, twoFactor }, [{ type: "call-two-factor", asked }]);
  },
  "two-factor/answered": (before, { answer: { me: self, ...answer } }) => {
    const state = withoutFailure(before, viewKey);
    const twoFactor: TwoFactor = { ...shownIn(state), ...answer, phase: "idle", error: null };
    return changed(
      { ...state, twoFactor },
      self ? [{ type: "dispatch", event: { type: "session/me-loaded", me: self } }] : [],
    );
  },
  "two-factor/failed": (state, { error }, context) => {
    const shown = shownIn(state);
    if (shown.asked === "store" && isVoid(error))
      return changed({ ...state, twoFactor: { ...shown, codes: "void", phase: "failed", error } });
    const isInDoubt = me(state)?.due !== undefined && overtaken.has(error.code);
    const after: AppState = { ...state, twoFactor: { ...shown, phase: isInDoubt ? "in-doubt" : "failed", error } };
    if (isInDoubt) return changed(after, [{ type: "call-me" }]);
    return shown.asked === "view" ? retryLater(after, viewKey, error, context) : changed(after);
  },
  // SIGN-6c: it was set up by an answer that did not arrive, or by another session (TFA-1b).
  "session/me-loaded": (state) => {
    const { phase, asked } = shownIn(state);
    const due = me(state)?.due;
    if (phase !== "in-doubt" || due === "enrol") return changed(state);
    const isLost = asked === "confirm" && due !== "code";
    return changed({ ...state, twoFactor: isLost ? { ...beginning, codes: "unseen" } : null });
  },
  // SIGN-6b: what is told once stays.
  "two-factor/closed": (state) => {
    const { own, codes } = shownIn(state);
    const stays = { ...(own === undefined ? {} : { own }), ...(codes === undefined ? {} : { codes }) };
    return changed({ ...state, twoFactor: { ...beginning, ...stays } });
  },
  "two-factor/codes-stored": (state) => changed({ ...state, twoFactor: null }),
};

/** SIGN-6h: why recovery codes can be stored no more: there are others, or none are asked for. */
const isVoid = ({ code }: CallError): boolean => code === "conflict" || code === "forbidden";

/** Refusals that say that something was done meanwhile. */
const overtaken: ReadonlySet<CallError["code"]> = new Set(["conflict", "second_factor_required"]);

/** SYNC-8a: asks again what there is. */
export const retryTwoFactor = (state: AppState, isDue: IsDue): Change =>
  state.twoFactor?.asked === "view" && state.twoFactor.phase === "failed" && isDue(viewKey)
    ? changed(underWay(state, viewKey), [
        { type: "dispatch", event: { type: "two-factor/asked", asked: { kind: "view" } } },
      ])
    : changed(state);

const shownIn = ({ twoFactor }: AppState): TwoFactor => twoFactor ?? beginning;
