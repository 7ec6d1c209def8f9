import type { ApiClient, CallResult } from "../api/api-client.ts";
import { isText } from "../api/shapes.ts";
import type { Clock } from "../platform/clock.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import { notBefore } from "../state/ask-to-sync.ts";
import type { CallError } from "../state/entities.ts";

const storageKey = "cuplaj.signed-out";
/** Most sessions that are stored; of more the oldest is left to end by itself, by standing idle. */
const storedMax = 20;
/** The first wait before the server is tried again, ms; it doubles with each failure up to the longest. */
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** What telling the server of sign-outs needs. */
interface SignOutSetup {
  readonly api: Pick<ApiClient, "callAs">;
  readonly clock: Clock;
  /** SHA-256 in hex; null where there is no way to make it. */
  readonly hash: (text: string) => Promise<string | null>;
  readonly onGoodMoment: (listener: () => void) => unknown;
}

/** Tells the server of sign-outs, at once or as soon as it is there. */
export interface SignOuts {
  /** Ends the session of a token. */
  readonly end: (token: string) => Promise<void>;
  /** Ends the sessions that earlier visits could not end. */
  readonly endStored: () => Promise<void>;
}

/** A session whose end the server does not know yet. */
interface Untold {
  /** The hash of its token, as it is stored; null where it could not be made. */
  readonly session: string | null;
  readonly tell: () => Promise<CallResult<unknown>>;
}

/**
 * SIGN-3: this page ends a session by its token, as long as it is open. What stays on the device until the server knows is the
 * token's hash: by it `logout` ends that session, and it opens nothing (AUTH-4).
 */
export function createSignOuts({ api, clock, hash, onGoodMoment }: SignOutSetup): SignOuts {
  let untold: readonly Untold[] = [];
  let failures = 0;
  let cancelRetry = (): void => undefined;

  async function tellAll(): Promise<void> {
    cancelRetry();
    await Promise.all(untold.map(tellOne));
  }

  async function tellOne(one: Untold): Promise<void> {
    const result = await one.tell();
    if (!result.ok && mayPass(result.error)) {
      retryLater(result.error);
      return;
    }
    failures = 0;
    untold = untold.filter((other) => other !== one);
    storeSessions(storedSessions().filter((session) => session !== one.session));
  }

  function retryLater(error: CallError): void {
    const delayMs = notBefore(error, Math.min(longestDelayMs, firstDelayMs * 2 ** failures));
    failures += 1;
    cancelRetry();
    cancelRetry = clock.later(delayMs, () => void tellAll());
  }

  onGoodMoment(() => void tellAll());
  return {
    async end(token) {
      const session = await hash(token);
      if (session !== null) storeSessions([...storedSessions(), session]);
      const one: Untold = { session, tell: () => api.callAs(token, "logout") };
      untold = [...untold, one];
      await tellOne(one);
    },
    async endStored() {
      const stored = storedSessions().map((session): Untold => ({
        session,
        tell: () => api.callAs(null, "logout", { body: { session } }),
      }));
      untold = [...untold, ...stored];
      await tellAll();
    },
  };
}

/** SIGN-2: 401 means already signed out; what the server refuses for good is not worth telling again. */
const mayPass = ({ code }: CallError): boolean =>
  ["offline", "timeout", "unavailable", "too_many_requests", "unexpected"].includes(code);

function storedSessions(): readonly string[] {
  try {
    const value: unknown = JSON.parse(deviceStorage.get(storageKey) ?? "[]");
    return Array.isArray(value) ? value.filter(isText) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const storeSessions = (sessions: readonly string[]): void =>
  deviceStorage.set(storageKey, sessions.length === 0 ? null : JSON.stringify(sessions.slice(-storedMax)));
