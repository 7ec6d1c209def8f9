/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. No wording depends on a person's gender. */
export const ro = {
  colleagues: {
    add: "Adaugă un coleg",
    addTo: "Adaugă",
    coming: "{name} intră în discuția „Oferta {number}”.",
    offline: "{name} nu intră în discuție: nu ai conexiune.",
    unconfirmed: "Serverul nu a confirmat. Dacă a ajuns, {name} apare în discuție.",
    refused: "{name} nu intră în discuție: contul nu mai e activ, sau nu mai ai voie să adaugi colegi.",
    isComing: "intră în discuție",
    none: "Niciun coleg cu numele acesta în afara discuției",
    failed: "Colegii nu s-au încărcat. Se încearcă din nou.",
    hasLeft: "{name} nu mai e în discuție și nu primește ce scrii.",
    callBack: "Cheamă înapoi",
    callingBack: "Se cheamă înapoi…",
    cannotSignIn: "Clientul nu poate intra: nu vede ce scrii.",
    invite: "Invită",
  },
} as const;
