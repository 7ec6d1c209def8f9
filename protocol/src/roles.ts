import type { ParticipantKind } from "./participant.ts";

/** The roles that each kind of person may have, the usual one first (PERM-1). */
export const rolesOfKind: Readonly<Record<ParticipantKind, readonly [string, ...string[]]>> = {
  customer: ["Customer"],
  erp: ["Operator", "Admin", "Program"],
  agent: ["Agent"],
};
