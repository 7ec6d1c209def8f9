/** The original words, in Romanian (LANG-1). */
export const ro = { edits: { deleted: "Mesaj șters" } } as const;
