import { offerIdOfRoomName, parseChannel } from "@cuplaj/protocol/channels.ts";
import { messagesPerPage, roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** A room as paths name it (ROOM-1): by its id, or by its name and so by its offer. */
export type RoomRef = { readonly by: "id"; readonly id: number } | { readonly by: "offer"; readonly offerId: number };

/** Reads a room's id, its name or its channel's; null for a text that can name no room. */
export function readRoomRef(text: string): RoomRef | null {
  if (/^[1-9]\d{0,14}$/u.test(text)) return { by: "id", id: Number(text) };
  const channel = parseChannel(text);
  const offerId = offerIdOfRoomName(channel?.kind === "room" ? channel.roomName : text);
  return offerId === null ? null : { by: "offer", offerId };
}

/**
 * A member's read marker (ROOM-7): the `seq` up to which they have read, and how many messages lie at or below it; `uncounted` are
 * the messages above it that are no news: deleted, or by people the member silences. `isMarked` where the member has marked the room
 * as unread (ROOM-12c).
 */
export interface ReadMarker {
  readonly readSeq: number;
  readonly readOrdinal: number;
  readonly uncounted: number;
  readonly isMarked: boolean;
}

/** ROOM-4: whether the person may see the room and its messages. */
export const mayViewRoom = ({ roles }: User, isMember: boolean): boolean =>
  (isMember && hasPermission(roles, "rooms.view")) || hasPermission(roles, "rooms.view-any");

/**
 * ROOM-7: messages above the read marker that count. All of them are by others, since sending moves one's own marker. A visitor,
 * who has no marker, has nothing unread. A room that is marked counts for one at least.
 */
export const unreadCount = (messagesTotal: number, marker: ReadMarker | null): number =>
  marker === null ? 0 : Math.max(marker.isMarked ? 1 : 0, messagesTotal - marker.readOrdinal - marker.uncounted);

/** A run of message ordinals, both ends included; empty where `last` lies below `first`. */
export interface OrdinalRange {
  readonly first: number;
  readonly last: number;
}

/** ROOM-4: the messages of a page; page 1 is the newest 50, and a page past the end is empty. */
export function pageOrdinals(messagesTotal: number, page: number): OrdinalRange {
  const last = messagesTotal - messagesPerPage * (page - 1);
  return { first: Math.max(1, last - messagesPerPage + 1), last: Math.max(0, last) };
}

/** ROOM-3: how many rooms come before a page. */
export const roomsBeforePage = (page: number): number => roomsPerPage * (page - 1);

export interface Vehicle {
  readonly make: string;
  readonly model: string;
  readonly engine: string;
  readonly year: number | null;
}

/** The vehicle as one says it: `Škoda Octavia 2.0 TDI, 2014`; empty when unknown. */
export function vehicleInWords({ make, model, engine, year }: Vehicle): string {
  const name = [make, model, engine].filter((part) => part !== "").join(" ");
  return [name, year ?? ""].filter((part) => part !== "").join(", ");
}

/** The same for the list, where it may be cut (LIST-7c): `Octavia 2.0 TDI, 2014 · Škoda`. */
export const vehicleInShort = (vehicle: Vehicle): string =>
  [vehicleInWords({ ...vehicle, make: "" }), vehicle.make].filter((part) => part !== "").join(" · ");

/** The room's title (ROOM-2). */
export const roomTitle = (offerId: number): string => `Oferta ${offerId}`;

/** ROOM-5: whether the person may join the offer's room: customers may join their own offers', staff anyone's, and both need the permission. */
export const mayJoinOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  (person.type !== "customer" || person.id === offer.customerId) && hasPermission(person.roles, "rooms.join");

/** ROOM-14: whether the person may bring others into a room that they belong to. */
export const mayBringIn = ({ type, roles }: User): boolean =>
  type !== "customer" && hasPermission(roles, "rooms.invite");

/** ROOM-14: who brings somebody in, and whom; null where there is nobody of that kind. Both as things are once the room is locked. */
export interface BringingIn {
  readonly by: { readonly mayInvite: boolean; readonly isMember: boolean };
  readonly person: {
    readonly isCustomer: boolean;
    /** Whether the room is that of an offer of theirs. */
    readonly isOffers: boolean;
    readonly isMember: boolean;
    readonly mayView: boolean;
  } | null;
}

/** What comes of bringing somebody in; a stranger is another offer's customer. */
export type BroughtIn = "done" | "forbidden" | "not-found" | "stranger" | "may-not-come";

/** ROOM-14d: a member stays as they are. */
export function decideBringingIn({ by, person }: BringingIn): BroughtIn {
  if (!by.mayInvite || !by.isMember) return "forbidden";
  if (person === null) return "not-found";
  if (person.isCustomer && !person.isOffers) return "stranger";
  return person.isMember || person.mayView ? "done" : "may-not-come";
}

/** ROOM-14c: who leaves a room, and who puts them out; null where they leave themselves. */
export interface Removal {
  readonly by: {
    readonly id: number;
    readonly mayInvite: boolean;
    readonly mayViewAny: boolean;
    readonly isMember: boolean;
    readonly isAdmin: boolean;
  } | null;
  readonly person: {
    readonly isMember: boolean;
    readonly isOffers: boolean;
    readonly hasLeft: boolean;
    readonly broughtBy: number | null;
  };
}

/** What comes of it; `not-found` for somebody who never was a member. */
export type Removed = "done" | "forbidden" | "not-found";

/** ROOM-6: who has left stays so. */
export function decideRemoval({ by, person }: Removal): Removed {
  if (by !== null && !mayPutOut(by)) return "forbidden";
  if (!person.isMember) return person.hasLeft ? "done" : "not-found";
  if (by === null) return "done";
  return !person.isOffers && (by.isAdmin || person.broughtBy === by.id) ? "done" : "forbidden";
}

const mayPutOut = ({ mayInvite, mayViewAny, isMember }: NonNullable<Removal["by"]>): boolean =>
  mayInvite && (mayViewAny || isMember);

/** The offer number in what people type or a link carries; `not-digits` where it is none, null for one that cannot exist. */
export function readOfferNumber(input: string | number): number | null | "not-digits" {
  const digits = /^(?:oferta\.)?(\d+)$/u.exec(String(input).trim())?.[1];
  if (digits === undefined) return "not-digits";
  const number = Number(digits);
  return number >= 1 && number < 1e15 ? number : null;
}
