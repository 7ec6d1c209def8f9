import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  files: {
    kind: {
      photo: "Fotografie",
      video: "Video",
      audio: "Sunet",
      pdf: "PDF",
      document: "Document",
      sheet: "Tabel",
      archive: "Arhivă",
      file: "Fișier",
    },
  },
} as const;

type FilesWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends FilesWords {}
}
