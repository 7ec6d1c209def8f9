/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  people: { members: "Membrii discuției", count: "{count, plural, one {# membru} few {# membri} other {# de membri}}" },
} as const;
