import type { RoomEvent } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppEffects extends EmbedEffects {}
}

/** What a host may have to be told (EMB-3): events of rooms' logs that are new here, and that the server ended the session. */
export interface EmbedEffects {
  /** The person wants to be notified (EMB-7a). */
  "report-wish": Nothing;
  "report-events": { readonly events: readonly RoomEvent[] };
  "report-rejected": Nothing;
}
