import type { Said } from "../../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  offline: {
    copied: "As it was at {time}.",
    update: "A new version is ready.",
    updateLater: "A new version is ready. You can start it once you have sent what you wrote.",
    useUpdate: "Start it",
    install: "Install the app",
    share: "Which conversation?",
    shared: "{count, plural, one {# file} other {# files}} from another app",
    shareNothing: "You have no conversation here. Open one, then share again from the other app.",
    shareLeft: "{count, plural, one {# more file} other {# more files}} did not fit: 10 at most go in.",
  },
};
