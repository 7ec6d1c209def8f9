import type { RequestUpdated } from "@cuplaj/protocol/events.ts";
import type { RoomChange } from "../state/entities.ts";
import { type RequestUpdate, requestUpdatedName } from "../state/request-entities.ts";
import { memberFromWire } from "./from-wire.ts";
import { fits, headShape, isCount, isId, isText, memberShape, orNull, type ShapeOf } from "./shapes.ts";

const requestUpdatedShape = {
  request: { id: isId, state: isText, reason: orNull(isText), seq: isCount },
  offer: orNull({ id: isId, room_id: isId }),
  by: memberShape,
  room: headShape,
} satisfies ShapeOf<RequestUpdated>;

export function readPlacedRequest(data: unknown) {
  if (!fits<RequestUpdated>(data, requestUpdatedShape)) return null;
  const { request, offer, by, room } = data;
  const answer = offer && { number: offer.id, isElsewhere: offer.room_id !== room.id };
  const update: RequestUpdate = { request, offer: answer, by: memberFromWire(by) };
  return { roomId: room.id, seq: room.last_seq, data: update };
}

export function readRequestUpdated(data: unknown): RoomChange | null {
  const placed = readPlacedRequest(data);
  return placed && { kind: "payload", name: requestUpdatedName, ...placed };
}
