/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  presence: { online: "Prezenți acum: {names}", nobody: "Nimeni altcineva prezent acum", person: "{name}, {kind}" },
  kind: { customer: "client", erp: "operator ERP", agent: "agent" },
} as const;
