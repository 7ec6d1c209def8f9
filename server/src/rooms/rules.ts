import { parseChannel, parseRoomName, requestRoomType } from "@cuplaj/protocol/channels.ts";
import { messagesPerPage, roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Room } from "@cuplaj/protocol/room.ts";

/** The number of an offer, or of a request that a room began with. */
export interface NumberRef {
  readonly by: "offer" | "request";
  readonly id: number;
}

/** ROOM-1: how a path names a room. */
export type RoomRef = NumberRef | { readonly by: "id"; readonly id: number };

/** Parses a room's id, name or channel name; null if invalid. */
export function readRoomRef(text: string): RoomRef | null {
  if (/^[1-9]\d{0,14}$/u.test(text)) return { by: "id", id: Number(text) };
  const channel = parseChannel(text);
  const named = parseRoomName(channel?.kind === "room" ? channel.roomName : text);
  return named === null ? null : { by: named.of, id: named.id };
}

/** ROOM-7: `uncounted` counts the deleted messages and those of silenced people above the marker; `isMarked` means marked as unread (ORDER-4). */
export interface ReadMarker {
  readonly readSeq: number;
  readonly readOrdinal: number;
  readonly uncounted: number;
  readonly isMarked: boolean;
}

/** ROOM-4: whether the person may view the room and its messages. */
export const mayViewRoom = ({ roles }: User, isMember: boolean): boolean =>
  (isMember && hasPermission(roles, "rooms.view")) || hasPermission(roles, "rooms.view-any");

/** ROOM-7: all messages above the marker are by others, since sending moves it. 0 for visitors, at least 1 for marked rooms. */
export const unreadCount = (messagesTotal: number, marker: ReadMarker | null): number =>
  marker === null ? 0 : Math.max(marker.isMarked ? 1 : 0, messagesTotal - marker.readOrdinal - marker.uncounted);

/** An inclusive range of message ordinals; empty if `last < first`. */
export interface OrdinalRange {
  readonly first: number;
  readonly last: number;
}

/** ROOM-4: the ordinals of a page; page 1 is the newest 50, and pages past the end are empty. */
export function pageOrdinals(messagesTotal: number, page: number): OrdinalRange {
  const last = messagesTotal - messagesPerPage * (page - 1);
  return { first: Math.max(1, last - messagesPerPage + 1), last: Math.max(0, last) };
}

export const roomsBeforePage = (page: number): number => roomsPerPage * (page - 1);

export interface Vehicle {
  readonly make: string;
  readonly model: string;
  readonly engine: string;
  readonly year: number | null;
}

/** Returns for example `Škoda Octavia 2.0 TDI, 2014`; empty if nothing is known. */
export function vehicleInWords({ make, model, engine, year }: Vehicle): string {
  const name = [make, model, engine].filter((part) => part !== "").join(" ");
  return [name, year ?? ""].filter((part) => part !== "").join(", ");
}

/** LIST-7c: begins with the model, since the list may truncate it: `Octavia 2.0 TDI, 2014 · Škoda`. */
export const vehicleInShort = (vehicle: Vehicle): string =>
  [vehicleInWords({ ...vehicle, make: "" }), vehicle.make].filter((part) => part !== "").join(" · ");

/** Returns for example `Oferta 10001`, from the room's name. */
export const roomTitle = (name: string): string => name.replace("oferta.", "Oferta ").replace("cerere.", "Cererea ");

/** ROOM-5: whether the person may join a room. Customers may join only their own rooms, staff any; both need the permission. */
export const mayJoinRoom = (person: User, customerId: number): boolean =>
  (person.type !== "customer" || person.id === customerId) && hasPermission(person.roles, "rooms.join");

/** ROOM-14: whether the person may bring others into their rooms. */
export const mayBringIn = ({ type, roles }: User): boolean =>
  type !== "customer" && hasPermission(roles, "rooms.invite");

/** ROOM-14: the state under the room's lock; `person` is null if nobody has that id and kind. */
export interface BringingIn {
  readonly by: { readonly mayInvite: boolean; readonly isMember: boolean };
  readonly person: {
    readonly isCustomer: boolean;
    readonly isRoomsCustomer: boolean;
    readonly isMember: boolean;
    readonly mayView: boolean;
  } | null;
}

/** The outcome of bringing somebody in; a `stranger` is the customer of another room. */
export type BroughtIn = "done" | "forbidden" | "not-found" | "stranger" | "may-not-come";

/** ROOM-14d: bringing in a person who is already a member succeeds without effect. */
export function decideBringingIn({ by, person }: BringingIn): BroughtIn {
  if (!by.mayInvite || !by.isMember) return "forbidden";
  if (person === null) return "not-found";
  if (person.isCustomer && !person.isRoomsCustomer) return "stranger";
  return person.isMember || person.mayView ? "done" : "may-not-come";
}

/** ROOM-14c: the state under the room's lock; `by` is null if the person leaves by themselves. */
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
    readonly isRoomsCustomer: boolean;
    readonly hasLeft: boolean;
    readonly broughtBy: number | null;
  };
}

/** The outcome of a removal; `not-found` for a person who was never a member. */
export type Removed = "done" | "forbidden" | "not-found";

/** ROOM-6: removing a person who has already left succeeds again. */
export function decideRemoval({ by, person }: Removal): Removed {
  if (by !== null && !mayPutOut(by)) return "forbidden";
  if (!person.isMember) return person.hasLeft ? "done" : "not-found";
  if (by === null) return "done";
  return !person.isRoomsCustomer && (by.isAdmin || person.broughtBy === by.id) ? "done" : "forbidden";
}

const mayPutOut = ({ mayInvite, mayViewAny, isMember }: NonNullable<Removal["by"]>): boolean =>
  mayInvite && (mayViewAny || isMember);

/** Parses a room's name, or the number of an offer or request, in typed text or a link; null if it is out of range. */
export function readNumber(input: string | number, type: Room["type"]): NumberRef | null | "not-digits" {
  const [, word, digits] = /^(?:(oferta|cerere)\.)?(\d+)$/u.exec(String(input).trim()) ?? [];
  if (digits === undefined) return "not-digits";
  const id = Number(digits);
  if (id < 1 || id >= 1e15) return null;
  const isRequest = word === undefined ? type === requestRoomType : word === "cerere";
  return { by: isRequest ? "request" : "offer", id };
}
