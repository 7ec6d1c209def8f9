export const ro = {
  search: { rooms: "Discuții din listă", none: "Nu am găsit nimic" },
  found: {
    open: "Caută în discuție",
    bar: "Căutare în discuție",
    field: "Ce cauți în discuție",
    previous: "Rezultatul anterior, mai nou",
    next: "Rezultatul următor, mai vechi",
    close: "Închide căutarea",
  },
} as const;
