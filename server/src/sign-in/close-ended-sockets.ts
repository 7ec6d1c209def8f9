import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { CallerCache } from "./caller-cache.ts";
import type { EndedSignIns } from "./ended-sign-ins.ts";
import { startSessionSweep } from "./session-sweep.ts";
import type { SignInStore } from "./store.ts";

/** The live sockets as far as sign-ins end them. */
export interface RevocableSockets {
  readonly sessions: () => Iterable<string>;
  readonly closeSession: (session: string) => void;
  readonly closePerson: (participantId: number) => void;
  /** Closes them in a way that makes them come back at once. */
  readonly reconnectPerson: (participantId: number) => void;
}

/** What closing takes. */
export interface ClosingParts {
  readonly endedSignIns: EndedSignIns;
  readonly callers: CallerCache;
  readonly store: Pick<SignInStore, "findGoodTokens">;
  readonly sockets: RevocableSockets;
  readonly clock: Clock;
  readonly log: Log;
}

/** From now on a socket ends with its sign-in: at once where that is said (LIVE-8), else when the tokens are checked (AUTH-6). */
export async function closeEndedSockets(parts: ClosingParts): Promise<{ close(): Promise<void> }> {
  const { endedSignIns, callers, store, sockets, clock, log } = parts;
  const { sessions, closeSession } = sockets;
  const sweep = startSessionSweep({ store, sessions, closeSession, clock, log });
  const end = (participantId: number, session: string | null): void => {
    if (session !== null) {
      callers.forgetSession(session);
      closeSession(session);
      return;
    }
    callers.forgetPerson(participantId);
    sockets.closePerson(participantId);
  };
  await endedSignIns.hear({
    ended: end,
    // PERM-1: what they may hear is asked about anew as they subscribe again.
    roleChanged(participantId) {
      callers.forgetPerson(participantId);
      sockets.reconnectPerson(participantId);
    },
    missed: () => sweep.lookSoon(),
  });
  return {
    async close() {
      sweep.close();
      await endedSignIns.close();
    },
  };
}
