import { roomFromWire } from "../api/from-wire.ts";
import { newRoomId } from "../state/entities.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";
import { filledIn, readDraft, vinOf, writtenDraft } from "./request-draft.ts";
import type { RequestsEffects } from "./requests-shape.ts";

export function lateRunners({ api: { call }, settle, store: { getState } }: Outside): Runners<keyof RequestsEffects> {
  return {
    "call-cars": () =>
      settle(
        call("listCars", { query: {} }),
        ({ cars }) => ({ type: "requests/cars-loaded", cars: cars.filter(({ is_away }) => !is_away) }),
        (error) => ({ type: "requests/cars-failed", error }),
      ),
    "call-decode-vin": ({ vin }) =>
      settle(call("decodeVin", { params: { vin } }), (known) => {
        const draft = readDraft(getState().drafts[newRoomId]);
        return vinOf(draft.vehicle.vin) === vin ? writtenDraft(filledIn(draft, known)) : null;
      }),
    "call-change-request": ({ roomId, requestId, change }) =>
      settle(
        call("changeRequest", { params: { requestId }, body: change }),
        ({ chat }) => ({ type: "requests/changed", room: roomFromWire(chat) }),
        (error) => ({ type: "requests/change-failed", roomId, error }),
      ),
  };
}
