import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  files: {
    toMessage: "Show in the conversation",
    viewer: {
      previous: "Previous photo",
      next: "Next photo",
      zoomIn: "Zoom in",
      zoomOut: "Zoom out",
      rotate: "Rotate",
      copy: "Copy the photo",
      copied: "Photo copied.",
      notCopied: "The browser did not copy the photo. You can download it.",
      whole: "Loading the whole photo…",
      position: "{position} of {total}",
    },
    gallery: {
      title: "Photos and files",
      photos: "Photos",
      files: "Files",
      noPhotos: "No photos yet",
      noFiles: "No files yet",
      hint: "What is sent in the conversation shows here too.",
      loading: "Loading the files…",
      failed: "The files did not load",
      more: "Show older ones",
      showIn: "Show in the conversation: {name}",
    },
  },
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
