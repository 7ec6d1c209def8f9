import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

/** No wording may depend on a person's gender. */
export const ro = {
  presence: { erased: "Utilizator șters" },
  typing: { row: "scrie…" },
  colleagues: {
    coming: "{name} intră în discuția „{room}”.",
    offline: "{name} nu intră în discuție: nu ai conexiune.",
    unconfirmed: "Serverul nu a confirmat. Dacă a ajuns, {name} apare în discuție.",
    refused: "{name} nu intră în discuție: contul nu mai e activ, sau nu mai ai voie să adaugi colegi.",
    leaving: "{name} iese din discuția „{room}”.",
    outOffline: "{name} rămâne în discuție: nu ai conexiune.",
    outUnconfirmed: "Serverul nu a confirmat. Dacă a ajuns, {name} nu mai e în discuție.",
    outRefused: "{name} rămâne în discuție: nu mai ai voie să scoți pe cineva de aici.",
  },
} as const;

type ParticipantsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends ParticipantsWords {}
}
