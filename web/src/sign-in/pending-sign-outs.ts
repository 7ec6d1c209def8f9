import type { ApiClient, CallResult } from "../api/api-client.ts";
import { isText } from "../api/shapes.ts";
import type { Clock } from "../platform/clock.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import { parseJson } from "../platform/parse-json.ts";
import { mayPassByItself } from "../retries/may-pass.ts";
import { retryDelayMs } from "../retries/retry-delay.ts";
import type { CallError } from "../state/entities.ts";

const storageKey = "cuplaj.signed-out";
/** Most sessions stored; beyond that the oldest is left to end by its idle limit. */
const storedMax = 20;

interface SignOutSetup {
  readonly api: Pick<ApiClient, "callAs">;
  readonly clock: Clock;
  readonly random: () => number;
  /** SHA-256 in hex; null where the page cannot make it. */
  readonly hash: (text: string) => Promise<string | null>;
  readonly onResumeHint: (listener: () => void) => unknown;
}

/** Reports sign-outs to the server, at once or as soon as it is reachable. */
export interface SignOuts {
  /** Ends the session of a token. */
  readonly end: (token: string) => Promise<void>;
  /** Ends the sessions that earlier visits could not end. */
  readonly endStored: () => Promise<void>;
}

/** A session whose end the server has not confirmed. */
interface PendingSignOut {
  /** The hash of its token, as stored; null where it could not be made. */
  readonly session: string | null;
  readonly report: () => Promise<CallResult<unknown>>;
}

/**
 * SIGN-3: while it is open, this page ends a session by its token. Until the server confirms, the device stores only the token's
 * hash: by it `logout` ends that session, and it opens nothing (AUTH-4).
 */
export function createSignOuts({ api, clock, random, hash, onResumeHint }: SignOutSetup): SignOuts {
  let pending: readonly PendingSignOut[] = [];
  const underWay = new Set<PendingSignOut>();
  let failures = 0;
  let cancelRetry = (): void => undefined;

  async function reportAll(): Promise<void> {
    cancelRetry();
    await Promise.all(pending.map(reportOne));
  }

  async function reportOne(signOut: PendingSignOut): Promise<void> {
    if (underWay.has(signOut)) return;
    underWay.add(signOut);
    const result = await signOut.report();
    underWay.delete(signOut);
    if (!result.ok && mayPass(result.error)) {
      retryLater(result.error);
      return;
    }
    failures = 0;
    pending = pending.filter((other) => other !== signOut);
    storeSessions(storedSessions().filter((session) => session !== signOut.session));
  }

  function retryLater(error: CallError): void {
    const delayMs = retryDelayMs(failures, random(), error);
    failures += 1;
    cancelRetry();
    cancelRetry = clock.later(delayMs, () => void reportAll());
  }

  onResumeHint(() => void reportAll());
  return {
    async end(token) {
      const session = await hash(token);
      if (session !== null) storeSessions([...storedSessions(), session]);
      const signOut: PendingSignOut = { session, report: () => api.callAs(token, "logout") };
      pending = [...pending, signOut];
      await reportOne(signOut);
    },
    async endStored() {
      const stored = storedSessions().map((session): PendingSignOut => ({
        session,
        report: () => api.callAs(null, "logout", { body: { session } }),
      }));
      pending = [...pending, ...stored];
      await reportAll();
    },
  };
}

/** SIGN-2: 401 means already signed out. */
const mayPass = (error: CallError): boolean => error.code !== "unauthenticated" && mayPassByItself(error);

function storedSessions(): readonly string[] {
  const value = parseJson(deviceStorage.get(storageKey));
  return Array.isArray(value) ? value.filter(isText).slice(-storedMax) : [];
}

const storeSessions = (sessions: readonly string[]): void =>
  deviceStorage.set(storageKey, sessions.length === 0 ? null : JSON.stringify(sessions.slice(-storedMax)));
