import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  requests: {
    withdraw: "Withdraw the request",
    close: "Close the request…",
    reopen: "Reopen",
  },
};
