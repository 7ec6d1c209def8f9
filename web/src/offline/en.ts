import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

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
    shareLost: "What you shared did not arrive: Cuplaj was only starting. Share it again from the other app.",
  },
};
