import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  requests: {
    title: "Request {number}",
    new: "New request",
    begun: "Continue the request",
  },
};
