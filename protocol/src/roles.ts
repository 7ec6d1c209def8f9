import type { ParticipantKind } from "./participant.ts";

/** Roles each kind of person may have, the default first (PERM-1). */
export const rolesOfKind: Readonly<Record<ParticipantKind, readonly [string, ...string[]]>> = {
  customer: ["Customer"],
  erp: ["Operator", "Admin", "Program"],
  agent: ["Agent"],
};
