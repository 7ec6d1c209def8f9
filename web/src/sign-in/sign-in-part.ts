import { meFromWire } from "../api/from-wire.ts";
import { hashText } from "../platform/page/page.ts";
import type { Outside, Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";
import type { SignInEffects, SignInEvents, SignInState } from "../state/sign-in/sign-in-shape.ts";
import { signInHandlers } from "../state/sign-in/sign-in-state.ts";
import { forgetSession, saveRealm, saveSession } from "../api/stored-session.ts";
import type { Effect } from "../state/shape.ts";
import type { ApiClient, CallResult } from "../api/api-client.ts";
import { isText } from "../api/shapes.ts";
import type { Clock } from "../platform/clock.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import { isRefusal, mayPassByItself } from "../state/retries/may-pass.ts";
import { notBefore, retryDelayMs } from "../state/retries/retry-delay.ts";
import type { CallError } from "../state/entities.ts";

export const signInPart: Part<SignInState, SignInEvents, SignInEffects> = {
  initial: {
    session: { phase: "signed-out" },
    signIn: { realm: "customer", phase: "idle", error: null },
    invited: null,
    isSigningOut: false,
  },
  handlers: {
    ...signInHandlers,
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

const storageKey = "cuplaj.signed-out";
/** How many sign-outs are stored; older sessions end by their idle limit. */
const storedMax = 20;

interface SignOutSetup {
  readonly api: Pick<ApiClient, "callAs">;
  readonly clock: Clock;
  readonly random: () => number;
  /** SHA-256 in hex; null if the page cannot compute it. */
  readonly hash: (text: string) => Promise<string | null>;
  readonly onResumeHint: (listener: () => void) => unknown;
}

interface SignOuts {
  readonly end: (token: string) => Promise<void>;
  readonly endStored: () => Promise<void>;
}

interface PendingSignOut {
  readonly session: string | null;
  readonly report: () => Promise<CallResult<unknown>>;
  attempts: number;
  notBefore: number;
  cancelRetry: () => void;
}

/**
 * SIGN-3: an open page ends a session by its token. Until the server confirms that, the device stores only the token's hash, which lets `logout` end
 * the session and grants nothing else (AUTH-4).
 */
export function createSignOuts({ api, clock, random, hash, onResumeHint }: SignOutSetup): SignOuts {
  let pending: readonly PendingSignOut[] = [];
  const underWay = new Set<PendingSignOut>();

  async function reportAllowed(): Promise<void> {
    await Promise.all(pending.filter((signOut) => signOut.notBefore <= clock.now()).map(reportOne));
  }

  async function reportOne(signOut: PendingSignOut): Promise<void> {
    if (underWay.has(signOut)) return;
    underWay.add(signOut);
    signOut.cancelRetry();
    const result = await signOut.report();
    underWay.delete(signOut);
    if (!result.ok && !isAnswer(result.error)) {
      retryLater(signOut, result.error);
      return;
    }
    pending = pending.filter((other) => other !== signOut);
    storeSessions(storedSessions().filter((session) => session !== signOut.session));
  }

  function retryLater(signOut: PendingSignOut, error: CallError): void {
    const delayMs = retryDelayMs(signOut.attempts, random(), error);
    signOut.attempts += 1;
    signOut.notBefore = clock.now() + notBefore(error, 0);
    if (!mayPassByItself(error, signOut.attempts)) return;
    signOut.cancelRetry = clock.later(delayMs, () => void reportOne(signOut));
  }

  onResumeHint(() => void reportAllowed());
  return {
    async end(token) {
      const session = await hash(token);
      if (session !== null) storeSessions([...storedSessions(), session]);
      const signOut = pendingSignOut(session, () => api.callAs(token, "logout"));
      pending = [...pending, signOut];
      await reportOne(signOut);
    },
    async endStored() {
      const stored = storedSessions().map((session) =>
        pendingSignOut(session, () => api.callAs(null, "logout", { body: { session } })),
      );
      pending = [...pending, ...stored];
      await reportAllowed();
    },
  };
}

const pendingSignOut = (session: string | null, report: PendingSignOut["report"]): PendingSignOut => ({
  session,
  report,
  attempts: 0,
  notBefore: 0,
  cancelRetry: () => undefined,
});

/** SIGN-2: whether the sign-out is settled. A 401 means that the session had already ended. */
const isAnswer = (error: CallError): boolean => error.code === "unauthenticated" || isRefusal(error);

function storedSessions(): readonly string[] {
  const value = parseJson(deviceStorage.get(storageKey));
  return Array.isArray(value) ? value.filter(isText).slice(-storedMax) : [];
}

const storeSessions = (sessions: readonly string[]): void =>
  deviceStorage.set(storageKey, sessions.length === 0 ? null : JSON.stringify(sessions.slice(-storedMax)));
