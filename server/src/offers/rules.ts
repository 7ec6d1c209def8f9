import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** OFF-1: customers may see their own offers, staff anyone's; both need the permission. */
export const mayViewOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  (person.type !== "customer" || person.id === offer.customerId) && hasPermission(person.roles, "offers.view");

/** ERP-1: whether the person may store offers. */
export const mayStoreOffers = (person: User): boolean =>
  person.type === "erp" && hasPermission(person.roles, "offers.edit");
