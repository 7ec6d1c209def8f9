/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  alerts: {
    label: "Mesajele aplicației",
    dismiss: "Închide mesajul",
    undo: "Anulează",
    copy: "Copiază",
    messageNotSent: "Un mesaj nu a fost trimis:",
    copied: "Copiat.",
  },
} as const;
