import type { RoomChange } from "./entities.ts";
import type { OfferUpdate } from "./offer-entities.ts";

/** The name of the event on the wire. */
export const offerUpdatedName = "OfferUpdated";

/** What an event of a room says of its offer; null for any other. */
export const offerUpdateOf = ({ name, data }: Extract<RoomChange, { kind: "payload" }>): OfferUpdate | null =>
  // Under the name stands only what its kind has read.
  name === offerUpdatedName ? (data as OfferUpdate) : null;
