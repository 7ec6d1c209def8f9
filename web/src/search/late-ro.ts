/** The original words of results without a row, in Romanian (LANG-1): they come with those. */
export const ro = {
  searchBlank: {
    understood: "Am căutat:",
    tryWord: "Scrie mai puține cuvinte sau doar începutul lor.",
    tryCode: "Dintr-un cod ajung 3 caractere la rând, din orice parte a lui.",
    tryFilters: "Renunță la filtre: cu ele căutăm doar în mesaje.",
    dropFilters: "Fără filtre",
    other: "Caută altceva",
    offlineHint: "Căutăm în toate mesajele de îndată ce revine. Discuțiile din listă se găsesc și acum, cu Ctrl+K.",
    failedHint: "Nu s-a pierdut nimic. Încearcă din nou.",
  },
};
