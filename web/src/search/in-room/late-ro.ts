/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  found: {
    position: "{position, number} din {count, number}",
    positionMore: "{position, number} din {count, number}+",
    count: "{count, plural, one {# rezultat} few {# rezultate} other {# de rezultate}}",
    countMore: "peste {count, plural, one {# rezultat} few {# rezultate} other {# de rezultate}}",
    positionOf: "{position, number} din {count}",
    more: "Scrie cel puțin 3 litere sau cifre.",
    none: "Nimic pentru {words}.",
    noneHint: "Încearcă un cuvânt mai scurt, doar începutul lui sau o parte din cod.",
    partial: "Căutarea s-a oprit înainte de capăt: pot fi și altele. Mai adaugă un cuvânt.",
    understood: { word: "cuvântul „{text}”", code: "codul {text}", phrase: "expresia „{text}”" },
    local: "Fără conexiune: s-a căutat doar în mesajele încărcate aici.",
    visitor: "Nu ești în discuție: s-a căutat doar în mesajele încărcate aici.",
    failed: "Căutarea nu a mers.",
    deleted: "Mesajul găsit a fost șters între timp.",
  },
} as const;
