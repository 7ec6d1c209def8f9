export const ro = {
  handOver: {
    give: "Predă",
    note: "Notă pentru coleg (opțional)",
    noteFrom: "{name} ți-a predat discuția",
  },
} as const;
