import type { Offer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { Outside, Part } from "../state/part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { AppState, Runners } from "../state/shape.ts";
import type { Offer, OffersEffects, OffersEvents, OffersState } from "../state/offers/offers-shape.ts";
import { followVersions, offerHandlers, retryOffer } from "./offers-state.ts";
import { readPlacedUpdate } from "../api/offer-updated.ts";
import { startReading } from "../state/messages/read-messages.ts";
import { movedToTop } from "../state/rooms/listed-rooms.ts";
import type { Room } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import { andThen, changed, payloadKind } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";
import { withRoomOffer } from "../state/offers/cached-offers.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";

/** OFF-6c: an update only names its first changes, so the vehicle may be among the others. */
const mayNameVehicle = ({ changes, changesTotal }: OfferUpdate): boolean =>
  changesTotal > changes.length || changes.some(({ what }) => what === "vehicle");

export const offerUpdatedKind = payloadKind<OfferUpdate>({
  read: readPlacedUpdate,
  apply: (state, { roomId, seq, data }) => {
    const room = state.rooms.byId[roomId];
    const known = withRoomOffer(state, room, data);
    const decided = room && withDecision(known, room, seq, data);
    const isAsked = decided || mayNameVehicle(data);
    const next = changed(decided ?? known, isAsked ? [{ type: "call-fetch-room", roomId }] : []);
    return decided ? andThen(next, (after) => startReading(after, roomId)) : next;
  },
});

export const offersPart: Part<OffersState, OffersEvents, OffersEffects> = {
  initial: {
    ...{ offers: [], comparedOffer: null, decisions: [] },
    offerView: { isBesideWanted: true, isSheetOpen: false, asked: null },
  },
  handlers: offerHandlers,
  kinds: { OfferUpdated: offerUpdatedKind },
  follow: followVersions,
  retry: retryOffer,
  run: (outside) => ({ ...offerCalls(outside), ...seenVersions(outside) }),
};

type SeenEffects = "find-seen-version" | "save-seen-version";

function offerCalls({ api: { call }, settle }: Outside): Runners<Exclude<keyof OffersEffects, SeenEffects>> {
  return {
    "call-offer": ({ offerNumber }) =>
      settle(
        call("viewOffer", { params: { id: offerNumber }, query: {} }),
        ({ oferta }) => ({ type: "offers/loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/failed", offerNumber, error }),
      ),
    "call-earlier-offer": ({ offerNumber, version }) =>
      settle(
        call("viewOffer", { params: { id: offerNumber }, query: { version } }),
        ({ oferta }) => ({ type: "offers/earlier-loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/earlier-failed", offerNumber, version, error }),
      ),
    "call-decide": ({ decision: { offerNumber: id, lineId, decision, version, isOnBehalf } }) => {
      const body = { version, ...(isOnBehalf && { on_behalf: true }) };
      return settle(
        lineId === null
          ? call("acceptOffer", { params: { id }, body })
          : call("decideLine", { params: { id, lineId, decision }, body }),
        ({ oferta }) => ({ type: "offers/decided", lineId, offer: offerFromWire(oferta) }),
        (error) => {
          const newer = error.details ? offerFromWire(error.details.oferta) : null;
          return { type: "offers/decision-failed", offerNumber: id, lineId, error, newer };
        },
      );
    },
  };
}

function seenVersions({ store: { getState, dispatch } }: Outside): Runners<SeenEffects> & Partial<Runners> {
  return {
    "find-seen-version": ({ offerNumber }) => {
      const self = me(getState());
      const since = self && seenVersion(ownerKey(self), offerNumber);
      dispatch({ type: "offers/seen-version-known", offerNumber, since });
    },
    "save-seen-version": ({ offerNumber, version }) => {
      const self = me(getState());
      if (self) saveSeenVersion(ownerKey(self), offerNumber, version);
    },
    "forget-session": () => forgetSeenVersions(),
  };
}

function offerFromWire(wire: WireOffer): Offer {
  const { id_cerere: number, request_id: requestId, valid_until: validUntil, updated_at: updatedAt } = wire;
  const { status, version, customer, vehicle, currency, totals } = wire;
  return {
    ...{ number, requestId, status, version, customer, vehicle, currency, totals, validUntil, updatedAt },
    lines: wire.lines.map(({ qty, unit_price, vat_rate, delivery_days, ...line }) => ({
      ...line,
      ...{ quantity: qty, unitPrice: unit_price, vatPercent: vat_rate, deliveryDays: delivery_days },
    })),
  };
}

/** ROOM-3h: applies a customer's decision and moves the room to the top; null if the decision was made on another version. */
function withDecision(state: AppState, { id, updatedAt }: Room, seq: number, update: OfferUpdate): AppState | null {
  const { decision, by, changesTotal: linesTotal } = update;
  if (decision === undefined || decision.isOnBehalf) return null;
  const lastDecision = { seq, at: decision.at, by, decision: decision.decision, code: null, linesTotal };
  const change = { lastDecision, updatedAt: decision.at > updatedAt ? decision.at : updatedAt };
  return { ...state, rooms: updated(movedToTop(state.rooms, id), id, change) };
}

const seenOffersMax = 100;

const prefix = "cuplaj.offers-seen.";

/** OFF-8: the version that a person (`ownerKey`) last saw on this device. */
export const seenVersion = (owner: string, offerNumber: number): number | null =>
  storedPairs(owner).find(([number]) => number === offerNumber)?.[1] ?? null;

export function saveSeenVersion(owner: string, offerNumber: number, version: number): void {
  const others = storedPairs(owner).filter(([number]) => number !== offerNumber);
  deviceStorage.set(prefix + owner, JSON.stringify([...others, [offerNumber, version]].slice(-seenOffersMax)));
}

export function forgetSeenVersions(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
}

type Pair = readonly [number, number];

function storedPairs(owner: string): readonly Pair[] {
  const saved = parseJson(deviceStorage.get(prefix + owner));
  return Array.isArray(saved) ? saved.filter(isPair) : [];
}

const isPair = (pair: unknown): pair is Pair =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => Number.isSafeInteger(part));
