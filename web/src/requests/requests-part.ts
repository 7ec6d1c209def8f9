import { readPlacedRequest } from "../api/request-updated.ts";
import type { Part } from "../state/part.ts";
import type { RequestUpdate } from "../state/request-entities.ts";
import { changed, payloadKind } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";

declare module "../state/shape.ts" {
  interface LoggedKinds {
    RequestUpdated: true;
  }
}

/** ASK-9: an offer in this room comes with the room. */
export const requestUpdatedKind = payloadKind<RequestUpdate>({
  read: readPlacedRequest,
  apply: (state, { roomId, data: { request, offer } }) => {
    const isHere = offer?.isElsewhere === false;
    const change = isHere ? { request, offerNumber: offer.number } : { request };
    return changed(
      { ...state, rooms: updated(state.rooms, roomId, change) },
      isHere ? [{ type: "call-fetch-room", roomId }] : [],
    );
  },
});

export const requestsPart: Part<object> = {
  initial: {},
  handlers: {},
  kinds: { RequestUpdated: requestUpdatedKind },
};
