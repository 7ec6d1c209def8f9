/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { silence: { mark: "la tăcere" } } as const;
