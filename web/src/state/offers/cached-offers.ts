import type { Room } from "../entities.ts";
import { isOfOneRoom, isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { updated } from "../updated-room.ts";
import type { CachedOffer, Offer, OfferLine } from "./offers-shape.ts";

/** How many offers are cached; beyond this the least recently shown is evicted. */
export const offersCachedMax = 20;

export type HeldOffer = Extract<CachedOffer, { phase: "ready" }>;

export const cachedOffer = ({ offers }: AppState, offerNumber: number | null): CachedOffer | undefined =>
  offers.find(({ number }) => number === offerNumber);

export function heldOffer(state: AppState, offerNumber: number | null): HeldOffer | null {
  const cached = cachedOffer(state, offerNumber);
  return cached?.phase === "ready" ? cached : null;
}

export function openOfferNumber(state: AppState): number | null {
  const { openRoom, rooms } = state;
  return openRoom.phase === "open" && !isOfOneRoom(state) ? (rooms.byId[openRoom.roomId]?.offerNumber ?? null) : null;
}

export const openRequestId = ({ openRoom, rooms }: AppState): number | null =>
  openRoom.phase === "open" ? (rooms.byId[openRoom.roomId]?.request?.id ?? null) : null;

export function openOffer(state: AppState): Offer | null {
  const number = openOfferNumber(state);
  return number === null ? null : (heldOffer(state, number)?.offer ?? null);
}

export const lineOf = ({ lines }: Offer, lineId: number | null): OfferLine | null =>
  lines.find(({ id }) => id === lineId) ?? null;

export const isOffersCustomer = (state: AppState, { customer }: Offer): boolean =>
  isSamePerson(me(state), { id: customer.id, kind: "customer" });

export const withNewest = ({ offers }: AppState, newest: CachedOffer): readonly CachedOffer[] =>
  [...offers.filter(({ number }) => number !== newest.number), newest].slice(-offersCachedMax);

export const withCached = (state: AppState, answer: CachedOffer): AppState => ({
  ...state,
  offers: state.offers.map((cached) => (cached.number === answer.number ? answer : cached)),
});

export const roomOfOffer = ({ rooms }: AppState, offerNumber: number): Room | undefined =>
  Object.values(rooms.byId).find((room) => room.offerNumber === offerNumber);

/** OFF-2: the version to fetch; null if the held one is current. A lower version means that the log was set back or the room's event is late. */
export function versionToFetch(state: AppState, { number, offer, askedVersion }: HeldOffer): number | null {
  const version = roomOfOffer(state, number)?.offerVersion ?? offer.version;
  return askedVersion === null && version !== offer.version ? version : null;
}

/** OFF-6: applies an offer's version to its room. An older version is applied only if it is certainly the server's latest. */
export function withRoomOffer(
  state: AppState,
  room: Room | undefined,
  { status, version }: Pick<Offer, "status" | "version">,
  isCertain = false,
): AppState {
  if (!room || (version < (room.offerVersion ?? 0) && !isCertain)) return state;
  if (room.offerStatus === status && room.offerVersion === version) return state;
  return { ...state, rooms: updated(state.rooms, room.id, { offerStatus: status, offerVersion: version }) };
}
