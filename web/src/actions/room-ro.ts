import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  actions: {
    refused: {
      faster: "{name} a preluat înaintea ta.",
      forbidden: "Nu ai voie să faci asta aici.",
      gone: "Mesajul nu mai e aici.",
      offline: "Fără conexiune: nu s-a trimis nimic. Încearcă din nou când revine.",
      noAnswer: "Serverul nu a răspuns. Dacă a ajuns, se vede aici.",
      wait: "Prea repede. Încearcă din nou peste {seconds, plural, one {o secundă} few {# secunde} other {# de secunde}}.",
    },
    takeOver: "Preluare",
    takeFrom: "Preia de la {name}",
    held: "Preluată de {name}",
    heldByMe: "Preluată de tine",
    free: "Nepreluată",
    release: "Renunță la preluare",
    like: "Apreciază",
    more: "Mai multe",
    menu: "Acțiuni pentru mesaj",
    takenBy: "Preluat de {name}",
    takenByMe: "Preluat de tine",
    likes: "{count, plural, one {# apreciere} few {# aprecieri} other {# de aprecieri}}",
    likesWithOwn: "{count, plural, one {# apreciere, a ta} few {# aprecieri, și a ta} other {# de aprecieri, și a ta}}",
    you: "tu",
    andOthers: "{names} și încă {count, plural, one {o persoană} few {# persoane} other {# de persoane}}",
    underWay: "Se trimite",
    copied: "Copiat.",
    notCopied: "Browserul nu dă voie la copiere.",
  },
} as const;

type ActionsWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends ActionsWords {}
}
