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
  attachments: {
    tray: "De trimis",
    caption: "Text pentru {name}",
    captionHint: "Adaugă un text…",
    keepsPlace: "În fișier rămân locul și ora fotografiei. Ca JPEG pleacă fără ele.",
    remove: "Scoate {name}",
    original: "Trimite originalele",
    originalHint: "La mărimea lor, fără locul unde au fost făcute.",
    refused:
      "{count, plural, one {Un fișier} few {# fișiere} other {# de fișiere}} din {total} nu se {count, plural, one {poate} other {pot}} trimite: {names}.",
    drop: "Lasă fișierele aici",
    dropHint: "Le vezi înainte să plece.",
  },
} as const;
