import type { ActorKind } from "@cuplaj/protocol/audit.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** Whose offers the person may view and list: customers their own, staff everybody's (null). Both need the permission. */
export const offersOpenTo = (person: User): number | null => (person.type === "customer" ? person.id : null);

/** OFF-1: whether the person may view one. */
export const mayViewOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  [null, offer.customerId].includes(offersOpenTo(person)) && hasPermission(person.roles, "offers.view");

/** ERP-3, ERP-5e: customers decide for themselves, and no program does; ERP-5c: staff on their behalf, with a permission of its own. */
export const mayDecide = (person: User, by: ActorKind, isOnBehalf: boolean): boolean =>
  isOnBehalf
    ? person.type !== "customer" && hasPermission(person.roles, "offers.decide-for")
    : person.type === "customer" && by !== "program";

/** ERP-1: whether the person may store offers. */
export const mayStoreOffers = (person: User): boolean =>
  person.type === "erp" && hasPermission(person.roles, "offers.edit");
