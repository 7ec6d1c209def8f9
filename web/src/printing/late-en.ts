import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  paper: {
    newest: "{count, plural, one {Newest message} other {Newest # messages}} of {total, number}",
    partial:
      "Only the messages loaded on screen: {count, number}. Ctrl+P in the conversation, or “Print” in its menu, gives the newest {max, number}.",
    empty: "No messages",
    printedOn: "Printed on {when} by {name}",
    part: "Part",
    quantity: "Qty",
    price: "Price excl. VAT",
    total: "Total excl. VAT",
    state: "Status",
  },
  printing: {
    print: "Print",
    title: "Preparing to print",
    loaded: "Messages loaded: {count, number} of {total, number}",
    picturesLoaded: "Photos loaded: {count, number} of {total, number}",
    cancel: "Cancel",
    failed: "Not everything to print has loaded",
  },
};
