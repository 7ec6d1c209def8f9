/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  account: {
    title: "Contul tău",
    languageHint: "Se schimbă pe toate dispozitivele tale.",
    password: {
      title: "Schimbă parola",
      current: "Parola actuală",
      next: "Parola nouă",
      hint: "Cel puțin {min} caractere. Celelalte dispozitive ale tale sunt deconectate.",
      show: "Arată parolele",
      hide: "Ascunde parolele",
      submit: "Schimbă parola",
      busy: "Se schimbă…",
      currentMissing: "Scrie parola actuală.",
      tooShort: "Scrie cel puțin {min} caractere.",
      tooLong: "Parola e prea lungă.",
      wrong: "Parola actuală nu e corectă.",
      notTaken: "Parola aceasta nu poate fi folosită.",
      done: "Parola a fost schimbată. Celelalte dispozitive au fost deconectate.",
      inDoubt: "Serverul nu a răspuns. Poate că parola s-a schimbat: încearcă întâi cu cea nouă.",
    },
  },
} as const;
