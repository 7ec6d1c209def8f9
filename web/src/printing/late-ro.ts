/** The original words of the paper, in Romanian (LANG-1): they come with it. */
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
};
