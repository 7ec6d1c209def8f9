import type { Said } from "../../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  colleagues: {
    hasLeft: "{name} is no longer in the conversation and does not receive what you write.",
    callBack: "Bring back",
    callingBack: "Bringing back…",
    cannotSignIn: "The customer cannot sign in and does not see what you write.",
    invite: "Invite",
  },
};
