export const ro = {
  composer: {
    label: "Mesaj către {room}",
    placeholder: "Scrie un mesaj…",
    withFile:
      "{count, plural, one {Adaugă un text…} few {Text pentru primul fișier…} other {Text pentru primul fișier…}}",
    send: "Trimite",
    stash: "Ciorna de dinainte te așteaptă.",
    swap: "Schimbă-le între ele",
    left: "{count, plural, one {a mai rămas # caracter} few {au mai rămas # caractere} other {au mai rămas # de caractere}}",
    over: "{count, plural, one {# caracter în plus} few {# caractere în plus} other {# de caractere în plus}}. Împarte mesajul în două.",
  },
} as const;

type DraftsWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends DraftsWords {}
}
