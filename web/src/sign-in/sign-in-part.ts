import { meFromWire } from "../api/from-wire.ts";
import { hashText } from "../platform/page/page.ts";
import type { Outside, Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";
import type { SignInCommands, SignInEffects, SignInEvents, SignInState } from "../state/sign-in/sign-in-shape.ts";
import { signInHandlers } from "../state/sign-in/sign-in-state.ts";
import { forgetSession, saveRealm, saveSession } from "../api/stored-session.ts";
import { createSignOuts } from "./pending-sign-outs.ts";
import type { Effect } from "../state/shape.ts";

export const signInPart: Part<SignInState, SignInEvents, SignInEffects, SignInCommands> = {
  initial: {
    session: { phase: "signed-out" },
    signIn: { realm: "customer", phase: "idle", error: null },
    invited: null,
    isSigningOut: false,
  },
  handlers: {
    ...signInHandlers,
    // SIGN-3: the page starts.
    "settings/asked": (state) => changed(state, [{ type: "report-stored-sign-outs" }]),
  },
  run: (outside) => {
    const signOuts = createSignOuts({ ...outside, hash: hashText });
    return {
      "call-sign-in": (effect) => void signIn(outside, effect),
      "call-invitation": ({ invitation }) =>
        outside.settle(
          outside.api.call("viewInvitation", { body: { invitation } }),
          ({ invited }) => ({ type: "sign-in/invited", invited }),
          (error) => ({ type: "sign-in/refused", error }),
        ),
      "call-sign-out": ({ token }) => void signOuts.end(token),
      "report-stored-sign-outs": () => void signOuts.endStored(),
      "call-me": () =>
        outside.settle(outside.api.call("me"), ({ user }) => ({ type: "session/me-loaded", me: meFromWire(user) })),
      "save-session": ({ token, me }) => saveSession(token, me),
      "forget-session": () => forgetSession(),
      "save-realm": ({ realm }) => saveRealm(realm),
      "start-session": () => outside.store.dispatch({ type: "session/started" }),
    };
  },
  commands: (dispatch) => ({
    signIn: (username, password, invitation) => dispatch({ type: "sign-in/asked", username, password, invitation }),
    readInvitation: (invitation) => dispatch({ type: "sign-in/invitation-asked", invitation }),
    chooseRealm: (realm) => dispatch({ type: "sign-in/realm-chosen", realm }),
    signOut: () => {
      // DEL-1: what is to be sent leaves while one may still send it.
      dispatch({ type: "undo/leaving" });
      dispatch({ type: "sign-out/asked" });
    },
    signOutWith: (unsent) => dispatch({ type: "sign-out/asked", unsent }),
    putOffSignOut: () => dispatch({ type: "sign-out/put-off" }),
  }),
};

async function signIn(
  { api, store }: Outside,
  { realm, username, password, invitation }: Effect<"call-sign-in">,
): Promise<void> {
  const result = await (invitation === undefined
    ? api.call(realm === "erp" ? "erpLogin" : "login", { body: { username, password } })
    : api.call("acceptInvitation", { body: { invitation, password } }));
  store.dispatch(
    result.ok
      ? { type: "sign-in/accepted", token: result.value.token, me: meFromWire(result.value.user) }
      : { type: "sign-in/refused", error: result.error },
  );
}
