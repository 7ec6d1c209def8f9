import { userChannel } from "@cuplaj/protocol/channels.ts";
import type { MeUpdated } from "@cuplaj/protocol/events.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInStore } from "../sign-in/store.ts";

interface AnnounceSettingsParts {
  readonly store: Pick<SignInStore, "findUser">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
  readonly live: {
    isConnected(participantId: number): boolean;
    /** Broadcasts only to this process's sockets. */
    broadcastHere(event: "MeUpdated", channels: readonly string[], data: MeUpdated): void;
  };
  readonly log: Log;
}

/** AUTH-8: each process broadcasts committed settings to its own sockets; a client that misses the event notices the version later. */
export async function announceSettings(parts: AnnounceSettingsParts, participantId: number): Promise<void> {
  const { store, sessions, live, log } = parts;
  sessions.forgetPerson(participantId);
  if (!live.isConnected(participantId)) return;
  try {
    const user = await store.findUser(participantId);
    if (user !== null) live.broadcastHere("MeUpdated", [userChannel(participantId)], { user });
  } catch (error) {
    log.warn({ reason: reasonOf(error), participantId }, "changed settings could not be broadcast");
  }
}
