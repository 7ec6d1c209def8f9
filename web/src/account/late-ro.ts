export const ro = {
  devices: {
    title: "Dispozitivele tale",
    current: "acest dispozitiv",
    used: "folosit {when}",
    usedToday: "folosit azi, {when}",
    program: "{browser} pe {system}",
    unknown: "Dispozitiv necunoscut",
    otherBrowser: "alt browser",
    otherSystem: "alt sistem",
    loading: "Se încarcă dispozitivele…",
    failed: "Dispozitivele nu s-au încărcat",
    none: "Nu ești conectat pe alt dispozitiv.",
    end: "Deconectează",
    endLabel: "Deconectează {device}",
    ending: "Se deconectează…",
  },
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

type AccountWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends AccountWords {}
}
