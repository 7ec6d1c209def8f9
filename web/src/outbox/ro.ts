/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  unsent: {
    count:
      "{count, plural, =0 {Între timp au plecat toate mesajele.} one {# mesaj nu a plecat încă.} few {# mesaje nu au plecat încă.} other {# de mesaje nu au plecat încă.}}",
    alert: "Un mesaj nu a fost trimis:",
    title: "Mesaje netrimise",
    hint: "Dacă le păstrezi, rămân pe acest dispozitiv; când intri din nou în cont, pleacă cele care nu au fost refuzate. Nimeni altcineva nu le vede aici. Dacă le ștergi, se șterg și ciornele.",
    stay: "Rămân",
    keep: "Ies și le păstrez",
    remove: "Ies și le șterg",
  },
} as const;
