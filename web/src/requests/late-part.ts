import { newRoomId } from "../state/entities.ts";
import { paths } from "../state/navigation/paths.ts";
import type { LatePartOf } from "../state/part.ts";
import { changed, dispatched } from "../state/transition.ts";
import { readDraft, writtenDraft } from "./request-draft.ts";
import type { LateRequestsEvents } from "./requests-shape.ts";

export const latePart: LatePartOf<LateRequestsEvents> = {
  handlers: {
    /** GAR-4: a begun request only changes its car. */
    "requests/for-car-asked": (state, { carId }) => {
      const draft = readDraft(state.drafts[newRoomId]);
      const step = draft.step === "car" ? "needs" : draft.step;
      return changed({ ...state, awaitedRequest: null }, [
        dispatched(writtenDraft({ ...draft, carId, step })),
        dispatched({ type: "address/asked", path: paths.request }),
      ]);
    },
  },
};
