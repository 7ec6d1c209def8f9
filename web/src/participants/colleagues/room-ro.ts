/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. No wording depends on a person's gender. */
export const ro = {
  colleagues: {
    hasLeft: "{name} nu mai e în discuție și nu primește ce scrii.",
    callBack: "Cheamă înapoi",
    callingBack: "Se cheamă înapoi…",
    cannotSignIn: "Clientul nu poate intra: nu vede ce scrii.",
    invite: "Invită",
  },
} as const;
