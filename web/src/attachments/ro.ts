/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  attachments: {
    attach: "Atașează fișiere",
    camera: "Fă o fotografie",
    tray: "De trimis",
    caption: "Text pentru {name}",
    captionHint: "Adaugă un text…",
    keepsPlace: "În fișier rămân locul și ora fotografiei. Ca JPEG pleacă fără ele.",
    remove: "Scoate {name}",
    original: "Trimite originalele",
    originalHint: "La mărimea lor, fără locul unde au fost făcute.",
    added: "{count, plural, one {# fișier adăugat} few {# fișiere adăugate} other {# de fișiere adăugate}}: {names}",
    notAdded: "{name}: {reason}",
    refused:
      "{count, plural, one {Un fișier} few {# fișiere} other {# de fișiere}} din {total} nu se {count, plural, one {poate} other {pot}} trimite: {names}.",
    drop: "Lasă fișierele aici",
    dropHint: "Le vezi înainte să plece.",
    problems: {
      empty: "Fișierul e gol.",
      "too-large": "E prea mare: se pot trimite cel mult {most}.",
      unreadable: "Nu se poate citi. Alege-l din nou.",
      broken: "Fișierul e stricat și nu se poate trimite. Alege altul.",
      lost: "Nu mai e pe dispozitivul acesta. Alege-l din nou.",
    },
    progress: "{sent} din {total}",
    progressLabel: "Cât s-a trimis din {name}",
    cancel: "Renunță la {name}",
    picture: "Fotografie: {name}",
  },
} as const;
