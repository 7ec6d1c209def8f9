export const ro = {
  actions: {
    takeOver: "Preluare",
    release: "Renunță la preluare",
    like: "Apreciază",
    more: "Mai multe",
    menu: "Acțiuni pentru mesaj",
    takenBy: "Preluat de {name}",
    takenByMe: "Preluat de tine",
    likes: "{count, plural, one {# apreciere} few {# aprecieri} other {# de aprecieri}}",
    likesWithOwn: "{count, plural, one {# apreciere, a ta} few {# aprecieri, și a ta} other {# de aprecieri, și a ta}}",
    you: "tu",
    andOthers: "{names} și încă {count, plural, one {o persoană} few {# persoane} other {# de persoane}}",
    underWay: "Se trimite",
    copied: "Copiat.",
    notCopied: "Browserul nu dă voie la copiere.",
  },
} as const;
