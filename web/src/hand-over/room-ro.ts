export const ro = {
  handOver: {
    held: "Preluată de {name}",
    heldByMe: "Preluată de tine",
    free: "Nepreluată",
    takeFrom: "Preia de la {name}",
    give: "Predă",
    note: "Notă pentru coleg (opțional)",
    noteFrom: "{name} ți-a predat discuția",
  },
} as const;
