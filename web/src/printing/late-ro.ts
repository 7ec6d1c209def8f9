export const ro = {
  paper: {
    newest:
      "{count, plural, one {Cel mai nou mesaj} few {Cele mai noi # mesaje} other {Cele mai noi # de mesaje}} din {total, number}",
    partial:
      "Doar mesajele încărcate pe ecran: {count, number}. Ctrl+P în discuție sau „Tipărește” din meniul ei le dă pe cele mai noi {max, number}.",
    empty: "Niciun mesaj",
    printedOn: "Tipărit pe {when} de {name}",
    part: "Piesa",
    quantity: "Cant.",
    price: "Preț fără TVA",
    total: "Total fără TVA",
    state: "Stare",
  },
  printing: {
    print: "Tipărește",
    title: "Se pregătește tipărirea",
    loaded: "Mesaje încărcate: {count, number} din {total, number}",
    picturesLoaded: "Fotografii încărcate: {count, number} din {total, number}",
    cancel: "Renunță",
    failed: "Nu s-a încărcat tot ce e de tipărit",
  },
} as const;

type PrintingWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends PrintingWords {}
}
