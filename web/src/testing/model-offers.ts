import type { Offer } from "../state/offers/offers-shape.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import { updateIn, type Log, type ServerEvent } from "./model-log.ts";
import { offerOf } from "./offers.ts";

/** Changes offers and decides on them as a server does (ERP-1): each version is an event of its room's log. */
export interface ModelOffers {
  readonly changeOffer: (by: Participant, roomId: RoomId, n: number) => void;
  readonly offerOf: (roomId: RoomId) => Offer;
}

interface Logs {
  readonly add: (id: RoomId, toEvent: (seq: number) => ServerEvent) => void;
  readonly logOf: (id: RoomId) => Log;
}

export function offerAt(log: Log) {
  const last = log.flatMap((event) => updateIn(event) ?? []).at(-1);
  return { offerStatus: last?.status ?? ("sent" as const), offerVersion: last?.version ?? 1 };
}

export const createModelOffers = ({ add, logOf }: Logs): ModelOffers => ({
  changeOffer: (by, roomId, n) => {
    const version = offerAt(logOf(roomId)).offerVersion + 1;
    const update: OfferUpdate = {
      offerNumber: 10_000 + roomId,
      version,
      status: version % 3 === 0 ? "accepted" : "sent",
      changes: [{ what: "price", lineId: 1, from: "100.00", to: `${100 + n}.00` }],
      changesTotal: 1 + (n % 3),
      by,
    };
    add(roomId, (seq) => ({ kind: "payload", name: "OfferUpdated", origin: "live", roomId, seq, data: update }));
  },
  offerOf: (roomId) => {
    const { offerStatus, offerVersion } = offerAt(logOf(roomId));
    return { ...offerOf(10_000 + roomId), status: offerStatus, version: offerVersion };
  },
});
