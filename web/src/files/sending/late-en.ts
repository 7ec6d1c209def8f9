import type { Said } from "../../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  attachments: {
    tray: "To be sent",
    caption: "Text for {name}",
    captionHint: "Add a text…",
    keepsPlace: "Where and when it was taken stays in it. A JPEG leaves without.",
    remove: "Remove {name}",
    original: "Send the originals",
    originalHint: "At full size, without where they were taken.",
    refused: "{count} of {total} files cannot be sent: {names}.",
    drop: "Drop the files here",
    dropHint: "You see them before they are sent.",
  },
};
