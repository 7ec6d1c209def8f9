import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { type AnnounceSettingsParts, createAnnounceSettings } from "../participants/announce-settings.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { createCallerCache } from "../sign-in/caller-cache.ts";
import { closeEndedSockets, type ClosingParts } from "../sign-in/close-ended-sockets.ts";
import { createEndedSignIns } from "../sign-in/ended-sign-ins.pg.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import type { OpenDatabase } from "../storage/database.ts";
import { closeCodes } from "../realtime/close-codes.ts";
import type { WiredRealtime } from "./wire-realtime.ts";

interface SignInParts {
  readonly storage: Pick<OpenDatabase, "pool" | "newClient">;
  readonly clock: Clock;
  readonly log: Log;
}

/** AUTH-7: who calls is remembered while ended sign-ins are heard of. AUTH-8: changed settings are broadcast when they are. */
export function followSignIns({
  storage,
  clock,
  log,
  security,
  live,
}: SignInParts & { readonly security: SecurityLog } & Pick<AnnounceSettingsParts, "live">): Pick<
  ClosingParts,
  "endedSignIns" | "callers"
> {
  const callers = createCallerCache({ hearing: () => endedSignIns.hearing(), now: () => clock.now() });
  const announce = createAnnounceSettings({ store: createSignInStore(storage.pool), callers, live, log });
  const endedSignIns = createEndedSignIns({
    newClient: storage.newClient,
    clock,
    log,
    security,
    settingsChanged: (participantId) => void announce(participantId),
  });
  return { endedSignIns, callers };
}

/** Sockets end with their sign-ins (AUTH-6, LIVE-8). Every process hears of those, so each closes its own alone. */
export async function watchSignIns(
  { storage, clock, log }: SignInParts,
  live: WiredRealtime,
  signIns: Pick<ClosingParts, "endedSignIns" | "callers">,
): Promise<{ close(): Promise<void> }> {
  return await closeEndedSockets({
    ...signIns,
    store: createSignInStore(storage.pool),
    sockets: {
      sessions: () => live.realtime.sessions(),
      closeSession: (session) => live.realtime.closeSession(session),
      closePerson: (participantId) => live.realtime.closeUser(live.app.id, String(participantId)),
      reconnectPerson: (participantId) =>
        live.realtime.closeUser(live.app.id, String(participantId), closeCodes.reconnectNow),
    },
    clock,
    log,
  });
}
