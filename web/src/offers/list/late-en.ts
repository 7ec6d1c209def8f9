import type { Said } from "../../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  offerList: {
    title: "Offers",
    find: "Number, car, plate, VIN or part code",
    findByClient: "Number, customer, car, plate, VIN or part code",
    openNumber: "Open offer {number}",
    loading: "Loading the offers…",
    searching: "Searching…",
    count: "{count, plural, one {# offer} other {# offers}}",
    hasRoom: "Has a conversation",
    noRoom: "No conversation",
    more: "Show more",
    empty: "No offers yet",
    emptyHint: "Offers appear here as soon as they are made.",
    none: "No offer found",
    noneHint: "Try fewer characters: 3 in a row are enough of a code or VIN.",
    failed: "The offers did not load",
    failedMore: "The rest of the offers did not load",
    offline: "No connection",
    offlineHint: "The offers appear by themselves when the connection is back.",
  },
};
