import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  files: {
    kind: {
      photo: "Photo",
      video: "Video",
      audio: "Audio",
      pdf: "PDF",
      document: "Document",
      sheet: "Spreadsheet",
      archive: "Archive",
      file: "File",
    },
  },
};
