import { readPlacedUpdate } from "../api/offer-updated.ts";
import type { OfferUpdate } from "../state/entities.ts";
import { changed, payloadKind } from "../state/transition.ts";
import { withRoomOffer } from "./cached-offers.ts";

/** OFF-6: a room's offer has another version. */
export const offerUpdatedKind = payloadKind<OfferUpdate>({
  read: readPlacedUpdate,
  apply: (state, { roomId, data }) => changed(withRoomOffer(state, state.rooms.byId[roomId], data)),
});
