import type { CallError, Me, RoomEvent } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppEvents extends EmbedEvents {}
  interface AppEffects extends EmbedEffects {}
}

export interface EmbedEvents {
  /** A host's token was exchanged for a session of this person, who is not signed in here. */
  "embed/signed-in": { readonly token: string; readonly me: Me };
  /** A host's token was exchanged for a session that nobody needs. */
  "embed/session-spare": { readonly token: string };
  "embed/sign-in-failed": { readonly error: CallError };
}

export interface EmbedEffects {
  /** Signs in; whoever is signed in leaves before, with what they wrote stored for them. */
  "enter-by-host": { readonly token: string; readonly me: Me };
  /** The host may sign in again, by another token. */
  "report-sign-in-due": Nothing;
  /** The person wants to be notified (EMB-7a). */
  "report-wish": Nothing;
  /** Events of rooms' logs that are new here (EMB-3). */
  "report-events": { readonly events: readonly RoomEvent[] };
  /** The server refuses this session, which may be an older one. */
  "report-rejected": { readonly token: string };
}
