import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** OFF-1: customers may see their own offers, staff anyone's; both need the permission. */
export const mayViewOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  (person.type !== "customer" || person.id === offer.customerId) && hasPermission(person.roles, "offers.view");

/** ERP-3: customers decide for themselves; ERP-5c: staff on their behalf, with a permission of its own. */
export const mayDecide = (person: User, isOnBehalf: boolean): boolean =>
  isOnBehalf
    ? person.type !== "customer" && hasPermission(person.roles, "offers.decide-for")
    : person.type === "customer";

/** ERP-1: whether the person may store offers. */
export const mayStoreOffers = (person: User): boolean =>
  person.type === "erp" && hasPermission(person.roles, "offers.edit");
