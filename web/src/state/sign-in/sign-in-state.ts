import { raiseAlert, type Alert, type AlertKey } from "../alerts/alerts-state.ts";
import { draftCount } from "../drafts/drafts-state.ts";
import { pathOfRoute, paths } from "../navigation/paths.ts";
import type { Me } from "../entities.ts";
import { ownerKey, unsentCount, tokenOf } from "../selectors.ts";
import { changed, type Change, type Context, type Handlers, dispatchLater } from "../transition.ts";
import type { AppState, Effect } from "../shape.ts";
import type { Realm, SignInEvents } from "./sign-in-shape.ts";

/** How long signing out waits for unsent messages to be known, ms. If they are still unknown then, none are deleted. */
const knowingMs = 3000;

export const signInHandlers: Handlers<keyof SignInEvents | "address/arrived"> = {
  // WEB-6: `?erp=1` selects the ERP sign-in, `?erp=0` the customers'.
  "address/arrived": (state, { path, search }) => {
    const realm = path === paths.login ? realmOf(search) : null;
    return realm === null || realm === state.signIn.realm
      ? changed(state)
      : changed({ ...state, signIn: { realm, phase: "idle", error: null } }, [{ type: "save-realm", realm }]);
  },

  "sign-in/asked": (state, { username, password, invitation }) => {
    if (state.signIn.phase === "busy") return changed(state);
    const { realm } = state.signIn;
    return changed({ ...state, signIn: { realm, phase: "busy", error: null } }, [
      { type: "call-sign-in", realm, username, password, invitation },
    ]);
  },

  "sign-in/accepted": (state, { token, me }, context) => {
    const isOther = state.session.phase === "signed-in";
    // EMB-6f: a host or another tab signed somebody in first. An invitation works even while somebody is signed in (SIGN-4).
    if (isOther && state.route.kind !== "invite") return changed(state, [{ type: "call-sign-out", token }]);
    const begun = isOther ? replace(state, { token, me }, context) : begin(state, token, me);
    return changed(begun.state, [{ type: "save-session", token, me }, ...begun.effects, enter(state)]);
  },

  "sign-in/refused": (state, { error }) =>
    state.session.phase === "signed-in" && state.route.kind !== "invite"
      ? changed(state)
      : changed({ ...state, signIn: { ...state.signIn, phase: "failed", error } }),

  "sign-in/realm-chosen": (state, { realm }) =>
    changed({ ...state, signIn: { realm, phase: "idle", error: null } }, [{ type: "save-realm", realm }]),

  "sign-in/invitation-asked": (state, { invitation }) =>
    changed({ ...state, invited: null, signIn: { ...state.signIn, phase: "idle", error: null } }, [
      { type: "call-invitation", invitation },
    ]),

  "sign-in/invited": (state, { invited }) => changed({ ...state, invited }),

  // SIGN-2: clears everything here at once, whatever the server's response.
  "sign-out/asked": (state, { unsent }, context) => {
    if (state.session.phase === "signed-out") return changed(state);
    const { token, me } = state.session;
    // SEND-7: asks even before unsent messages are known, so that nobody leaves believing that everything was sent. A second request does sign out.
    const isSure = state.outbox.isOpen || state.isSigningOut;
    if (unsent === undefined && (isQuestionDue(state) || !isSure)) {
      return changed({ ...state, isSigningOut: true }, isSure ? [] : [signOutLater(knowingMs)]);
    }
    return end(state, context, paths.login, [
      // Deletes drafts unless the person chose to keep them.
      ...(unsent === "keep" ? [] : [{ type: "forget-drafts", owner: ownerKey(me) } as const]),
      { type: "forget-session" },
      { type: "call-sign-out", token },
    ]);
  },

  "sign-out/put-off": (state) =>
    changed({ ...state, isSigningOut: false }, [
      { type: "cancel-later", key: "sign-out" },
      // SEC-11: after a link to `/logout`, staying navigates home.
      ...(state.route.kind === "logout" ? [{ type: "navigate", to: paths.home, replace: true } as const] : []),
    ]),

  "session/rejected": (state, { token }, context) => {
    if (tokenOf(state) !== token) return changed(state);
    const ended = { type: "danger", key: "signIn.sessionEnded" } as const;
    // GUARD-1: the guard redirects from this address to sign-in.
    return end(state, context, pathOfRoute(state.route), [{ type: "forget-session" }], ended);
  },
  "session/ended-elsewhere": (state, _event, context) =>
    state.session.phase === "signed-in"
      ? end(state, context, paths.login, [], { type: "success", key: "signIn.signedOutElsewhere" })
      : changed(state),

  "session/begun-elsewhere": (state, { token, me }, context) => {
    if (state.session.phase === "signed-in" && state.session.token === token) return changed(state);
    const begun = replace(state, { token, me }, context);
    return changed(begun.state, [...begun.effects, enter(state)]);
  },

  "session/restored": (state, { token, me }) => {
    const begun = begin(state, token, me);
    return changed(begun.state, [...begun.effects, { type: "call-me" }]);
  },

  // AUTH-8: of two responses, the older one may arrive last.
  "session/me-loaded": (state, { me }) => withMe(state, me),
};

export const withMe = (state: AppState, me: Me): Change =>
  state.session.phase === "signed-in" && state.session.me.id === me.id && !(me.version < state.session.me.version)
    ? changed({ ...state, session: { ...state.session, me } }, [
        { type: "save-session", token: state.session.token, me },
        // SIGN-6: a due step held the person up, so the session starts once nothing more is due.
        ...(state.session.me.due ? startOf(me) : []),
      ])
    : changed(state);

const startOf = (me: Me): readonly Effect[] => (me.due ? [] : [{ type: "start-session" }]);

function begin(state: AppState, token: string, me: Me): Change {
  const signIn = { ...state.signIn, phase: "idle", error: null } as const;
  return changed({ ...state, signIn, session: { phase: "signed-in", token, me } }, startOf(me));
}

function replace(state: AppState, { token, me }: SignInEvents["session/restored"], context: Context): Change {
  const ended = end(state, context, paths.home, []);
  const begun = begin({ ...ended.state, route: state.route }, token, me);
  return changed(begun.state, [...ended.effects.filter(({ type }) => type !== "navigate"), ...begun.effects]);
}

/** GUARD-2: navigates from sign-in to the requested address; any other address stays. */
const enter = ({ route }: AppState): Effect => ({
  type: "navigate",
  to: route.kind === "login" ? route.from : pathOfRoute(route),
  replace: true,
});

/** Clears the person's state; only choices that belong to the device stay. */
function end(
  state: AppState,
  { newId, signedOut }: Context,
  to: string,
  first: readonly Effect[],
  alert?: Pick<Alert, "type"> & { readonly key: AlertKey },
): Change {
  const {
    signIn: { realm },
    attention,
  } = state;
  const cleared: AppState = { ...signedOut(state), attention, signIn: { realm, phase: "idle", error: null } };
  const effects: readonly Effect[] = [
    ...first,
    { type: "cancel-all-later" },
    { type: "disconnect" },
    { type: "show-unread", total: 0 },
    { type: "navigate", to, replace: true },
  ];
  if (!alert) return changed(cleared, effects);
  const raised = raiseAlert(cleared, { id: newId(), type: alert.type, text: { kind: "key", key: alert.key } });
  return changed(raised.state, [...effects, ...raised.effects]);
}

function realmOf(search: string): Realm | null {
  const erp = new URLSearchParams(search).get("erp");
  if (erp === "1") return "erp";
  return erp === "0" ? "customer" : null;
}

export const isQuestionDue = (state: AppState): boolean => unsentCount(state) > 0 || draftCount(state) > 0;

/** Once unsent messages are known, a waiting sign-out continues or asks (SEND-7). */
export function signOutOnceKnown(state: AppState): Change {
  if (!state.isSigningOut) return changed(state);
  return isQuestionDue(state)
    ? changed(state, [{ type: "cancel-later", key: "sign-out" }])
    : changed({ ...state, isSigningOut: false }, [signOutLater(0)]);
}

const signOutLater = (delayMs: number): Effect => dispatchLater("sign-out", delayMs, { type: "sign-out/asked" });
