import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  offers: {
    title: "Offer {number}",
    pane: "Offer",
    customer: "Customer",
  },
};
