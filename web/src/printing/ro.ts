/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  printing: {
    print: "Tipărește",
    title: "Se pregătește tipărirea",
    loaded: "Mesaje încărcate: {count, number} din {total, number}",
    picturesLoaded: "Fotografii încărcate: {count, number} din {total, number}",
    cancel: "Renunță",
    failed: "Nu s-a încărcat tot ce e de tipărit",
  },
} as const;
