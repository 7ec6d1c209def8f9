import { retryLater, underWay, withoutFailure } from "../../state/retries/retries-state.ts";
import type { CallError, Me } from "../../state/entities.ts";
import { me } from "../../state/selectors.ts";
import type { AppState, Nothing } from "../../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../../state/transition.ts";
import type { OfferedFactor, SecondFactor } from "@cuplaj/protocol/second-factor.ts";
import type { Part } from "../../state/part.ts";

declare module "../../state/shape.ts" {
  interface AppState extends TwoFactorState {}
  interface AppEvents extends TwoFactorEvents {}
  interface AppEffects extends TwoFactorEffects {}
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

export type AskedFactor =
  | { readonly kind: "view" }
  /** Needs a proof if a second factor is already set up. */
  | { readonly kind: "offer"; readonly proof: Proof | null }
  | { readonly kind: "confirm"; readonly secret: string; readonly code: string }
  | { readonly kind: "give"; readonly code: string }
  | { readonly kind: "renew"; readonly proof: Proof }
  /** Confirms, by one of the codes, that the person has stored them. */
  | { readonly kind: "store"; readonly code: string };

export interface AnsweredFactor {
  readonly own?: SecondFactor;
  readonly offered?: OfferedFactor;
  /** The codes are shown once: `unseen` if the response was lost, `void` if newer codes replaced them. They stay until the person has stored them. */
  readonly codes?: readonly string[] | "unseen" | "void";
  readonly me?: Me;
}

export interface TwoFactor extends Omit<AnsweredFactor, "me"> {
  readonly asked: AskedFactor["kind"] | null;
  /** `in-doubt` while the page asks `me` whether the call was carried out. */
  readonly phase: "idle" | "busy" | "failed" | "in-doubt";
  readonly error: CallError | null;
}

interface TwoFactorState {
  readonly twoFactor: TwoFactor | null;
}

interface TwoFactorEvents {
  "two-factor/asked": { readonly asked: AskedFactor };
  "two-factor/answered": { readonly answer: AnsweredFactor };
  "two-factor/failed": { readonly error: CallError };
  "two-factor/closed": Nothing;
  "two-factor/codes-stored": Nothing;
}

export interface TwoFactorEffects {
  "call-two-factor": { readonly asked: AskedFactor };
}

export const beginning: TwoFactor = { asked: null, phase: "idle", error: null };

const viewKey = "two-factor.view";

const twoFactorHandlers: Handlers<keyof TwoFactorEvents | "session/me-loaded"> = {
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
  // SIGN-6c: the second factor may have been set up by a call whose response was lost, or by another session (TFA-1b).
  "session/me-loaded": (state) => {
    const { phase, asked } = shownIn(state);
    const due = me(state)?.due;
    if (phase !== "in-doubt" || due === "enrol") return changed(state);
    const isLost = asked === "confirm" && due !== "code";
    return changed({ ...state, twoFactor: isLost ? { ...beginning, codes: "unseen" } : null });
  },
  // SIGN-6b: keeps the codes, which are shown only once.
  "two-factor/closed": (state) => {
    const { own, codes } = shownIn(state);
    const stays = { ...(own === undefined ? {} : { own }), ...(codes === undefined ? {} : { codes }) };
    return changed({ ...state, twoFactor: { ...beginning, ...stays } });
  },
  "two-factor/codes-stored": (state) => changed({ ...state, twoFactor: null }),
};

/** SIGN-6b: whether the codes are void, because newer ones exist or storing them is not due. */
const isVoid = ({ code }: CallError): boolean => code === "conflict" || code === "forbidden";

const overtaken: ReadonlySet<CallError["code"]> = new Set(["conflict", "second_factor_required"]);

const retryTwoFactor = (state: AppState, isDue: IsDue): Change =>
  state.twoFactor?.asked === "view" && state.twoFactor.phase === "failed" && isDue(viewKey)
    ? changed(underWay(state, viewKey), [
        { type: "dispatch", event: { type: "two-factor/asked", asked: { kind: "view" } } },
      ])
    : changed(state);

const shownIn = ({ twoFactor }: AppState): TwoFactor => twoFactor ?? beginning;

export const twoFactorPart: Part<TwoFactorState, TwoFactorEvents, TwoFactorEffects> = {
  initial: { twoFactor: null },
  handlers: twoFactorHandlers,
  retry: retryTwoFactor,
};
