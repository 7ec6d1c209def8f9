export const ro = {
  handOver: {
    failed: "{room} nu a fost predată.",
    unanswered: "Serverul nu a răspuns: vezi în discuție dacă „{room}” a fost predată.",
    give: "Predă",
    note: "Notă pentru coleg (opțional)",
    noteFrom: "{name} ți-a predat discuția",
  },
} as const;
