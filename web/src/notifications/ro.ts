/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  notifications: {
    title: "Notificări",
    alerts: {
      notAllowed: "Browserul nu are voie să arate notificări.",
      notAsked: "Browserul nu a putut întreba dacă permiți notificările.",
      refused: "Serverul nu a acceptat browserul acesta: notificările vin doar cu pagina deschisă.",
      notReached: "Serverul nu a răspuns: până răspunde, notificările vin doar cu pagina deschisă.",
      failed: "Serviciul de notificări al browserului nu merge: notificările vin doar cu pagina deschisă.",
    },
  },
  shownNotifications: {
    testTitle: "Notificările merg",
    testBody: "Așa te anunță Cuplaj.",
    room: "Oferta",
    // After a name; read where no sentence is formed, so without a place for it.
    message: { some: "Mesaj nou", by: "ți-a scris" },
    "take-over": { some: "Un mesaj de-al tău a fost preluat", by: "ți-a preluat mesajul" },
    "brought-in": { some: "Ești într-o discuție nouă", by: "te-a adăugat în discuție" },
    offer: { some: "Oferta s-a schimbat", by: "a schimbat oferta" },
  },
};
