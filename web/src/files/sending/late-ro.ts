/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
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
