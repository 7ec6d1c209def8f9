import { isRefusal } from "../state/retries/may-pass.ts";
import { hasFailed, retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import type { CallError, RoomEvent, Me } from "../state/entities.ts";
import type { AppState, Nothing } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";

declare module "../state/shape.ts" {
  interface AppEvents extends EmbedEvents {}
  interface AppEffects extends EmbedEffects {}
}

export interface EmbedEvents {
  /** A host's token was exchanged for the session of somebody who was not signed in here. */
  "embed/signed-in": { readonly token: string; readonly me: Me };
  "embed/session-spare": { readonly token: string };
  "embed/sign-in-failed": { readonly error: CallError };
}

export interface EmbedEffects {
  /** Signs a person in; anyone else is signed out first, and their unsent work is stored. */
  "enter-by-host": { readonly token: string; readonly me: Me };
  "report-sign-in-due": Nothing;
  "report-wish": Nothing;
  "report-events": { readonly events: readonly RoomEvent[] };
  "report-rejected": { readonly token: string };
}

const failureKey = "embed-sign-in";

/** Signs in with hosts' tokens (EMB-6a, EMB-6e), and forwards the events that the host report needs (EMB-3b). */
export const embedHandlers = {
  "embed/signed-in": (state, { token, me }) =>
    changed(withoutFailure(state, failureKey), [{ type: "enter-by-host", token, me }]),
  "embed/session-spare": (state, { token }) =>
    changed(withoutFailure(state, failureKey), [{ type: "call-sign-out", token }]),
  "embed/sign-in-failed": (state, { error }, context) => {
    const shown = withSignInFailure(state, error);
    return isTokenRefused(error)
      ? changed(withoutFailure(shown, failureKey))
      : retryLater(shown, failureKey, error, context);
  },
  "sync/events-received": (state, { events }) => report(state, events),
  "sync/answered": (state, { answer }) =>
    report(
      state,
      answer.rooms.flatMap(({ events }) => events),
    ),
  "outbox/published": (state, { message }) =>
    report(state, [{ kind: "message", origin: "answer", roomId: message.roomId, seq: message.seq, message }]),
  "session/rejected": (state, { token }) => changed(state, [{ type: "report-rejected", token }]),
  "notifications/enable-asked": (state) => changed(state, [{ type: "report-wish" }]),
} satisfies Partial<Handlers>;

/** EMB-6e: a token works only once, so the host is asked for another. */
export const retrySignIn = (state: AppState, isDue: IsDue): Change =>
  hasFailed(state, failureKey) && isDue(failureKey)
    ? changed(underWay(state, failureKey), [{ type: "report-sign-in-due" }])
    : changed(state);

/** EMB-6e: shows why the host's sign-in failed, unless the person is signed in or is signing in themselves. */
const withSignInFailure = (state: AppState, error: CallError): AppState =>
  state.session.phase === "signed-in" || state.signIn.phase === "busy"
    ? state
    : { ...state, signIn: { ...state.signIn, phase: "failed", error } };

export const isTokenRefused = (error: CallError): boolean => error.code === "unauthenticated" || isRefusal(error);

const report = (state: AppState, events: readonly RoomEvent[]): Change =>
  changed(state, [{ type: "report-events", events }]);
