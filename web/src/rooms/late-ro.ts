export const ro = {
  room: {
    leaveHint: "Nu mai primești mesaje de aici, iar ceilalți văd că ai ieșit. Poți intra din nou.",
    failed: "Discuția nu s-a deschis",
    notFound: "Nu găsim discuția",
    notFoundHint:
      "Poate ai ieșit din ea, numărul e greșit sau nu ai acces la ofertă. Verifică numărul ori întreabă operatorul.",
    notOpened: "Oferta nu are încă discuție sau numărul e greșit",
    notOpenedHint: "Deschide discuția după numărul ofertei: clientul intră odată cu tine.",
    forbidden: "Nu ai acces la discuția aceasta",
    forbiddenHint: "Cere acces operatorului care se ocupă de ofertă.",
  },
} as const;
