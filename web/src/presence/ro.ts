/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  presence: { person: "{name}, {kind}", erased: "Utilizator șters" },
  kind: { customer: "client", erp: "operator ERP", agent: "agent" },
} as const;
