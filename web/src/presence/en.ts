import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  presence: { person: "{name}, {kind}", erased: "Erased user" },
  kind: { customer: "customer", erp: "ERP operator", agent: "agent" },
};
