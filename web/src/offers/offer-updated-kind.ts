import { readPlacedUpdate } from "../api/offer-updated.ts";
import type { OfferUpdate } from "../state/entities.ts";
import { changed, payloadKind } from "../state/transition.ts";
import { withRoomOffer } from "./cached-offers.ts";

/** Whether the room's vehicle may be another one, which it says itself (OFF-6e): the first changes alone are named. */
const mayNameVehicle = ({ changes, changesTotal }: OfferUpdate): boolean =>
  changesTotal > changes.length || changes.some(({ what }) => what === "vehicle");

/** OFF-6: a room's offer has another version. */
export const offerUpdatedKind = payloadKind<OfferUpdate>({
  read: readPlacedUpdate,
  apply: (state, { roomId, data }) =>
    changed(
      withRoomOffer(state, state.rooms.byId[roomId], data),
      mayNameVehicle(data) ? [{ type: "call-fetch-room", roomId }] : [],
    ),
});
