import type { OfferUpdated } from "@cuplaj/protocol/events.ts";
import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { RoomChange } from "../state/entities.ts";
import { type OfferUpdate, offerUpdatedName } from "../state/offer-entities.ts";
import { memberFromWire } from "./from-wire.ts";
import {
  fits,
  headShape,
  isCount,
  isFlag,
  isId,
  isText,
  listOf,
  maybe,
  memberShape,
  orNull,
  type ShapeOf,
} from "./shapes.ts";

const statuses: ReadonlySet<unknown> = new Set<OfferStatus>(["draft", "sent", "accepted", "ordered", "expired"]);

/** `what` is any text: a newer server may send more kinds. */
const changeShape = { what: isText, line_id: orNull(isId), from: orNull(isText), to: orNull(isText) };

const offerUpdatedShape = {
  offer_id: isId,
  version: isId,
  status: (value) => statuses.has(value),
  changes: listOf(changeShape),
  changes_total: isCount,
  decision: maybe({ decision: (value) => value === "accept" || value === "decline", on_behalf: isFlag, at: isText }),
  by: memberShape,
  room: headShape,
} satisfies ShapeOf<OfferUpdated>;

export function readPlacedUpdate(data: unknown) {
  if (!fits<OfferUpdated>(data, offerUpdatedShape)) return null;
  const { offer_id, version, status, changes, changes_total, decision, by, room } = data;
  const update: OfferUpdate = {
    offerNumber: offer_id,
    version,
    status,
    changes: changes.map(({ what, line_id, from, to }) => ({ what, lineId: line_id, from, to })),
    changesTotal: changes_total,
    ...(decision && { decision: { decision: decision.decision, isOnBehalf: decision.on_behalf, at: decision.at } }),
    by: memberFromWire(by),
  };
  return { roomId: room.id, seq: room.last_seq, data: update };
}

export function readOfferUpdated(data: unknown): RoomChange | null {
  const placed = readPlacedUpdate(data);
  return placed && { kind: "payload", name: offerUpdatedName, ...placed };
}
