import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

export const mayManage = (person: Pick<User, "roles">): boolean => hasPermission(person.roles, "users.manage");
