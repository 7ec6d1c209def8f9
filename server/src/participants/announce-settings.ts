import { userChannel } from "@cuplaj/protocol/channels.ts";
import type { MeUpdated } from "@cuplaj/protocol/events.ts";
import type { Log } from "../kernel/log.ts";
import type { CallerCache } from "../sign-in/caller-cache.ts";
import type { SignInStore } from "../sign-in/store.ts";
import { reasonOf } from "../kernel/startup-problem.ts";

/** What announcing takes; `isConnected` knows who has a socket on this process. */
export interface AnnounceSettingsParts {
  readonly store: Pick<SignInStore, "findUser">;
  readonly callers: Pick<CallerCache, "forgetPerson">;
  readonly live: {
    isConnected(participantId: number): boolean;
    /** To this process's sockets alone. */
    broadcastHere(event: "MeUpdated", channels: readonly string[], data: MeUpdated): void;
  };
  readonly log: Log;
}

/** AUTH-8: broadcasts a person's settings after a change was committed; whoever is not reached learns of the version later. */
export type AnnounceSettings = (participantId: number) => Promise<void>;

/** Makes the use case. Each process that has sockets of the person announces, since none knows of the others'. */
export function createAnnounceSettings({ store, callers, live, log }: AnnounceSettingsParts): AnnounceSettings {
  return async (participantId) => {
    callers.forgetPerson(participantId);
    if (!live.isConnected(participantId)) return;
    try {
      const user = await store.findUser(participantId);
      if (user !== null) live.broadcastHere("MeUpdated", [userChannel(participantId)], { user });
    } catch (error) {
      log.warn({ reason: reasonOf(error), participantId }, "changed settings could not be broadcast");
    }
  };
}
