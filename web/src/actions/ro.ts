import type { ro as roomRo } from "./room-ro.ts";
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
  },
} as const;

type ActionsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends ActionsWords {}
}
