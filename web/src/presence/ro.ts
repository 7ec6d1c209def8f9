/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { presence: { erased: "Utilizator șters" } } as const;
