/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
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
