import { userChannel } from "@cuplaj/protocol/channels.ts";
import type { MeUpdated } from "@cuplaj/protocol/events.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInStore } from "../sign-in/store.ts";

/** `isConnected` answers who has a socket on this process. */
interface AnnounceSettingsParts {
  readonly store: Pick<SignInStore, "findUser">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
  readonly live: {
    isConnected(participantId: number): boolean;
    /** To this process's sockets alone. */
    broadcastHere(event: "MeUpdated", channels: readonly string[], data: MeUpdated): void;
  };
  readonly log: Log;
}

/**
 * AUTH-8: broadcasts a person's settings after a change was committed; whoever is not reached learns of the version later. Each
 * process does so for its own sockets.
 */
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
