export const ro = {
  people: { members: "Membrii discuției", count: "{count, plural, one {# membru} few {# membri} other {# de membri}}" },
  presence: {
    online: "{count, plural, one {Activ acum} other {Activi acum}}: {names}",
    short: "{count, plural, one {# activ} few {# activi} other {# de activi}}",
    nobody: "Nimeni altcineva activ acum",
    person: "{name}, {kind}",
  },
  typing: { one: "{name} scrie…", two: "{first} și {second} scriu…", many: "{first} și încă {count, number} scriu…" },
  kind: { customer: "client", erp: "operator ERP", agent: "agent" },
  colleagues: {
    hasLeft: "{name} nu mai e în discuție și nu primește ce scrii.",
    callBack: "Cheamă înapoi",
    callingBack: "Se cheamă înapoi…",
    cannotSignIn: "Clientul nu poate intra: nu vede ce scrii.",
    invite: "Invită",
  },
} as const;
