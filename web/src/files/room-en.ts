import type { Said } from "../state/said.ts";
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
  attachments: {
    attach: "Attach files",
    camera: "Take a photo",
    added: "{count, plural, one {# file added} other {# files added}}: {names}",
    notAdded: "{name}: {reason}",
    problems: {
      empty: "The file is empty.",
      "too-large": "It is too large: at most {most} can be sent.",
      unreadable: "It cannot be read. Choose it again.",
      broken: "The file is broken and cannot be sent. Choose another one.",
      lost: "It is no longer on this device. Choose it again.",
    },
    storage: {
      away: "The server cannot receive files right now. Files you choose are sent once it can.",
      full: "The server has no room for files. Files you choose are sent once it has.",
    },
    progress: "{sent} of {total}",
    progressLabel: "How much of {name} was sent",
    cancel: "Cancel {name}",
    picture: "Photo: {name}",
  },
};
