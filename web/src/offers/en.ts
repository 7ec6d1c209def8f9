import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  offers: {
    title: "Offer {number}",
    pane: "Offer",
    customer: "Customer",
    decided: {
      accept: "You accepted",
      decline: "You declined",
      all: "You accepted {count, plural, one {a part} other {# parts}}",
    },
    decidedFor: {
      accept: "You accepted for {name}:",
      decline: "You declined for {name}:",
      all: "You accepted {count, plural, one {a part} other {# parts}} for {name}",
    },
  },
};
