/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. No wording depends on a person's gender. */
export const ro = {
  colleagues: {
    add: "Adaugă un coleg",
    addTo: "Adaugă",
    isComing: "intră în discuție",
    putOut: "Scoate din discuție",
    keep: "Nu mai scoate",
    isGoing: "iese din discuție",
    none: "Niciun coleg cu numele acesta în afara discuției",
    failed: "Colegii nu s-au încărcat. Se încearcă din nou.",
  },
} as const;
