/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  presence: {
    online: "{count, plural, one {Activ acum} other {Activi acum}}: {names}",
    short: "{count, plural, one {# activ} few {# activi} other {# de activi}}",
    nobody: "Nimeni altcineva activ acum",
    person: "{name}, {kind}",
  },
  kind: { customer: "client", erp: "operator ERP", agent: "agent" },
} as const;
