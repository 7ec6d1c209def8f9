import { meFromWire } from "../api/from-wire.ts";
import { notBefore } from "../state/ask-to-sync.ts";
import type { Outside, Part } from "../part.ts";
import type { Effect } from "../state/effects.ts";
import type { SignInCommands, SignInEffects, SignInEvents, SignInState } from "./sign-in-shape.ts";
import { signInHandlers } from "./sign-in-state.ts";
import { forgetSession, saveDoor, saveSession } from "./stored-session.ts";

/** How long to wait before signing out again where the server says that one asks too often, ms. */
const signOutRetryMs = 1000;

/** Signing in and out. */
export const signInPart: Part<SignInState, SignInEvents, SignInEffects, SignInCommands> = {
  initial: {
    session: { phase: "signed-out" },
    signIn: { door: "customer", phase: "idle", error: null },
    isLeaving: false,
  },
  handlers: signInHandlers,
  run: (outside) => ({
    "call-sign-in": (effect) => void signIn(outside, effect),
    "call-sign-out": ({ token }) => void signOut(outside, token),
    "call-me": () =>
      outside.settle(outside.api.call("me"), ({ user }) => ({ type: "session/me-loaded", me: meFromWire(user) })),
    "save-session": ({ token, me }) => saveSession(token, me),
    "forget-session": () => forgetSession(),
    "save-door": ({ door }) => saveDoor(door),
    "start-session": () => outside.store.dispatch({ type: "session/started" }),
  }),
  commands: (dispatch) => ({
    signIn: (username, password) => dispatch({ type: "sign-in/asked", username, password }),
    chooseDoor: (door) => dispatch({ type: "sign-in/door-chosen", door }),
    signOut: () => dispatch({ type: "sign-out/asked" }),
    signOutWith: (unsent) => dispatch({ type: "sign-out/asked", unsent }),
    putOffSignOut: () => dispatch({ type: "sign-out/put-off" }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

async function signIn({ api, store }: Outside, { door, username, password }: Effect<"call-sign-in">): Promise<void> {
  const result = await api.call(door === "erp" ? "erpLogin" : "login", { body: { username, password } });
  store.dispatch(
    result.ok
      ? { type: "sign-in/accepted", token: result.value.token, me: meFromWire(result.value.user) }
      : { type: "sign-in/refused", error: result.error },
  );
}

// SIGN-2: 401 means already signed out, and nothing here waits for the answer. A token that is left only because one asked
// too often in the moment before would be good for another month.
async function signOut(outside: Outside, token: string): Promise<void> {
  const result = await outside.api.callAs(token, "logout");
  if (!result.ok && result.error.code === "too_many_requests")
    outside.clock.later(notBefore(result.error, signOutRetryMs), () => void signOut(outside, token));
}
