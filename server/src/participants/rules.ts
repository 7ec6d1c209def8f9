import type { OnlineUser, ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

const isStaff = (person: { readonly type: ParticipantKind }): boolean => person.type !== "customer";

export const mayLookUpAnyone = (person: User): boolean =>
  isStaff(person) && hasPermission(person.roles, "users.lookup");

export const toOnlineUser = (person: Pick<User, "id" | "name" | "type">): OnlineUser => ({
  id: person.id,
  name: person.name,
  customer: person.type === "customer",
  erp: person.type === "erp",
  agent: person.type === "agent",
});
