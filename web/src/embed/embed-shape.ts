import type { RoomEvent } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppEffects extends EmbedEffects {}
}

/** What a host may have to be told (EMB-3): events of rooms' logs that are new here, and that the server ended the session. */
export interface EmbedEffects {
  "report-events": { readonly events: readonly RoomEvent[] };
  "report-rejected": Nothing;
}
