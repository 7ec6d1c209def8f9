/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  signIn: {
    signedOutElsewhere: "Ai ieșit din cont în altă filă.",
    sessionEnded: "Sesiunea a expirat. Intră din nou în cont.",
  },
} as const;
