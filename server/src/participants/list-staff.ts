import { staffListedMax } from "@cuplaj/protocol/limits.ts";
import type { Member, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import type { NameStore } from "./store.ts";

export interface ListStaffParts {
  readonly names: Pick<NameStore, "listStaff">;
}

/** USR-7: lists by name the staff who can be brought into a room. */
export async function listStaff(
  { names }: ListStaffParts,
  { type, roles }: User,
  search: string,
): Promise<Outcome<{ staff: Member[] }>> {
  if (type === "customer" || !hasPermission(roles, "rooms.invite")) return refused("forbidden");
  if (search.includes("\0")) return invalidField("search", "not_valid");
  return done({ staff: [...(await names.listStaff(search.trim(), staffListedMax))] });
}
