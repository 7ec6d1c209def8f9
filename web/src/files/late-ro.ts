/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  files: {
    toMessage: "Arată în discuție",
    viewer: {
      previous: "Fotografia dinainte",
      next: "Fotografia următoare",
      zoomIn: "Mărește",
      zoomOut: "Micșorează",
      rotate: "Rotește",
      copy: "Copiază fotografia",
      copied: "Fotografia e copiată.",
      notCopied: "Browserul nu a copiat fotografia. O poți descărca.",
      whole: "Se încarcă întreagă…",
      position: "{position} din {total}",
    },
    gallery: {
      title: "Fotografii și fișiere",
      photos: "Fotografii",
      files: "Fișiere",
      noPhotos: "Nicio fotografie încă",
      noFiles: "Niciun fișier încă",
      hint: "Ce se trimite în discuție apare și aici.",
      loading: "Se încarcă fișierele…",
      failed: "Fișierele nu s-au încărcat",
      more: "Arată mai vechi",
      showIn: "Arată în discuție: {name}",
    },
  },
} as const;
