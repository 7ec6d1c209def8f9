import type { Said } from "../../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  presence: {
    online: "Active now: {names}",
    short: "{count, number} active",
    nobody: "Nobody else active now",
    person: "{name}, {kind}",
  },
  kind: { customer: "customer", erp: "ERP operator", agent: "agent" },
};
