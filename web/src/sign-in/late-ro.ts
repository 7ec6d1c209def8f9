/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  invitation: { welcome: "Bun venit, {name}", loading: "Se citește invitația…" },
  unsent: {
    count:
      "{count, plural, =0 {Între timp au plecat toate mesajele.} one {# mesaj nu a plecat încă.} few {# mesaje nu au plecat încă.} other {# de mesaje nu au plecat încă.}}",
    title: "Mesaje netrimise",
    hint: "Dacă le păstrezi, rămân pe acest dispozitiv; când intri din nou în cont, pleacă mesajele care nu au fost refuzate. Nimeni altcineva nu vede aici ce ai scris.",
    draftsToo: "Dacă le ștergi, se șterg și ciornele.",
    draftsTitle: "Ciorne netrimise",
    drafts:
      "{count, plural, one {Ai o ciornă pe acest dispozitiv.} few {Ai # ciorne pe acest dispozitiv.} other {Ai # de ciorne pe acest dispozitiv.}}",
    draftsHint: "Ce păstrezi regăsești aici când intri din nou în cont. Nimeni altcineva nu vede ce ai scris.",
    stay: "Rămân",
    keep: "Ies și le păstrez",
    remove: "Ies și le șterg",
  },
  signIn: { choosePassword: "Alege-ți parola", passwordHint: "Cel puțin {min} caractere." },
  logout: {
    title: "Ieși din cont?",
    signedInAs: "Ești în cont ca",
    stay: "Rămân",
    leave: "Ies din cont",
    leaving: "Se iese…",
  },
} as const;
