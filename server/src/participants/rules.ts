import type { OnlineUser, ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** Whether the person works for the dealer: an ERP user or an agent. */
const isStaff = (person: { readonly type: ParticipantKind }): boolean => person.type !== "customer";

/** USR-1: whether the person may learn anybody's name. */
export const mayLookUpAnyone = (person: User): boolean =>
  isStaff(person) && hasPermission(person.roles, "users.lookup");

/** What others see of somebody present (LIVE-2): id, name and one flag for the kind. */
export const toOnlineUser = (person: Pick<User, "id" | "name" | "type">): OnlineUser => ({
  id: person.id,
  name: person.name,
  customer: person.type === "customer",
  erp: person.type === "erp",
  agent: person.type === "agent",
});
