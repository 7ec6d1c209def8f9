import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  files: {
    photo: "Photo: {name}",
    photoAndMore: "Photo: {name}, and {count, plural, one {# more} other {# more}}",
    gone: "The file is no longer here.",
    pictureFailed: "The photo did not load.",
    save: "Download {name}",
    saveTip: "Download",
    open: "Open {name} in a new tab",
    openTip: "Open",
    play: "Play {name}",
    playTip: "Play",
    stop: "Stop downloading {name}",
    stopTip: "Stop",
    loading: "Downloading {name}",
    done: "{done} of {all}",
    notPlayed: "The browser cannot play this file. Download it to open it.",
  },
};
