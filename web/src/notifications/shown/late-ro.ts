export const ro = {
  shownNotifications: {
    testTitle: "Notificările merg",
    testBody: "Așa te anunță Cuplaj.",
    offerTitle: "Oferta",
    requestTitle: "Cererea",
    // These texts follow a name and are read without formatting, so they have no placeholder for it.
    message: { some: "Mesaj nou", by: "ți-a scris" },
    "take-over": { some: "Un mesaj de-al tău a fost preluat", by: "ți-a preluat mesajul" },
    "brought-in": { some: "Ești într-o discuție nouă", by: "te-a adăugat în discuție" },
    request: { some: "Noutăți despre cerere", by: "are noutăți despre cerere" },
    offer: { some: "Oferta s-a schimbat", by: "a schimbat oferta" },
  },
} as const;
