import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  room: {
    leaveHint: "You get no more messages from here, and the others see that you left. You can join again.",
    failed: "The conversation did not open",
    notFound: "We cannot find this conversation",
    notFoundHint:
      "You may have left it, the number may be wrong, or the offer is not yours to see. Check the number or ask the operator.",
    notOpened: "The offer has no conversation yet, or the number is wrong",
    notOpenedHint: "Open the conversation by the offer's number: its customer joins with you.",
    forbidden: "You have no access to this conversation",
    forbiddenHint: "Ask the operator who looks after the offer.",
  },
};
