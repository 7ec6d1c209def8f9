import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission, type Permission } from "@cuplaj/protocol/permission.ts";

/** Customers may do it with their own offers, staff with anyone's; both need the permission. */
function mayWith(person: User, permission: Permission, offer: { readonly customerId: number }): boolean {
  const isReachable = person.type !== "customer" || person.id === offer.customerId;
  return isReachable && hasPermission(person.roles, permission);
}

/** OFF-1: whether the person may see the offer. */
export const mayViewOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  mayWith(person, "offers.view", offer);

/** ROOM-5: whether the person may join the offer's room. */
export const mayJoinOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  mayWith(person, "rooms.join", offer);

/** The offer number in what people type or a link carries; `not-digits` where it is none, null for one that cannot exist. */
export function readOfferNumber(input: string | number): number | null | "not-digits" {
  const digits = /^(?:oferta\.)?(\d+)$/u.exec(String(input).trim())?.[1];
  if (digits === undefined) return "not-digits";
  const number = Number(digits);
  return number >= 1 && number < 1e15 ? number : null;
}
