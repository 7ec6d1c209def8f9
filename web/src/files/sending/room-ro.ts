import type { ro as lateRo } from "./late-ro.ts";

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  attachments: {
    attach: "Atașează fișiere",
    camera: "Fă o fotografie",
    added: "{count, plural, one {# fișier adăugat} few {# fișiere adăugate} other {# de fișiere adăugate}}: {names}",
    notAdded: "{name}: {reason}",
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

type AttachmentsWords = typeof ro & typeof lateRo;
declare module "../../state/shape.ts" {
  interface Words extends AttachmentsWords {}
}
