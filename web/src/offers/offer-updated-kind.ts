import { readPlacedUpdate } from "../api/offer-updated.ts";
import { startReading } from "../state/rooms/report-read.ts";
import { movedToTop } from "../state/rooms/listed-rooms.ts";
import type { Room } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, payloadKind } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";
import { withRoomOffer } from "../state/offers/cached-offers.ts";

/** Whether the room's vehicle may be another one, which it says itself (OFF-6c): the first changes alone are named. */
const mayNameVehicle = ({ changes, changesTotal }: OfferUpdate): boolean =>
  changesTotal > changes.length || changes.some(({ what }) => what === "vehicle");

/** OFF-6: a room's offer has another version. */
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

/** ROOM-3h: the room with the customer's decision, on top of the list; which part it is of the room says itself. Null for any other version. */
function withDecision(state: AppState, { id, updatedAt }: Room, seq: number, update: OfferUpdate): AppState | null {
  const { decision, by, changesTotal: linesTotal } = update;
  if (decision === undefined || decision.isOnBehalf) return null;
  const lastDecision = { seq, at: decision.at, by, decision: decision.decision, code: null, linesTotal };
  const change = { lastDecision, updatedAt: decision.at > updatedAt ? decision.at : updatedAt };
  return { ...state, rooms: updated(movedToTop(state.rooms, id), id, change) };
}
