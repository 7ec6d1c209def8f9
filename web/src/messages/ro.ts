/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { messages: { yesterday: "ieri", failedToSend: "Netrimis" } } as const;
