import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** ADM: whether the person manages accounts, programs' tokens and the installation. */
export const mayManage = (person: Pick<User, "roles">): boolean => hasPermission(person.roles, "users.manage");
