export const ro = {
  handOver: {
    to: "Cui o predai",
    noteHint: "O citește doar colegul. Cel mult 500 de caractere.",
    noteTooLong: "Nota are {count, plural, one {un caracter} few {# caractere} other {# de caractere}} peste 500.",
    choose: "Alege un coleg.",
    submit: "Predă discuția",
    busy: "Se predă…",
    loading: "Se încarcă colegii…",
    nobodyElse: "Niciun alt coleg nu poate prelua discuția",
    nobody: "Niciun alt coleg nu e în discuție",
    nobodyHint: "Discuția se predă unui coleg care e în ea. Roagă-l întâi să intre.",
    notHeld: "Discuția nu mai e preluată de nimeni, deci nu ai ce preda.",
    changed: "Între timp discuția a trecut la altcineva.",
    mayNotHold: "Colegul acesta nu poate prelua discuția. Alege pe altcineva.",
    badNote: "Nota nu poate fi trimisă așa. Scrie-o mai simplu, cel mult 500 de caractere.",
  },
} as const;
