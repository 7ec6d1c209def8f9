/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { search: { rooms: "Discuții din listă", none: "Nu am găsit nimic" } } as const;
