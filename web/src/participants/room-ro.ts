/** No wording may depend on a person's gender. */
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
    coming: "{name} intră în discuția „{room}”.",
    offline: "{name} nu intră în discuție: nu ai conexiune.",
    unconfirmed: "Serverul nu a confirmat. Dacă a ajuns, {name} apare în discuție.",
    refused: "{name} nu intră în discuție: contul nu mai e activ, sau nu mai ai voie să adaugi colegi.",
    leaving: "{name} iese din discuția „{room}”.",
    outOffline: "{name} rămâne în discuție: nu ai conexiune.",
    outUnconfirmed: "Serverul nu a confirmat. Dacă a ajuns, {name} nu mai e în discuție.",
    outRefused: "{name} rămâne în discuție: nu mai ai voie să scoți pe cineva de aici.",
    hasLeft: "{name} nu mai e în discuție și nu primește ce scrii.",
    callBack: "Cheamă înapoi",
    callingBack: "Se cheamă înapoi…",
    cannotSignIn: "Clientul nu poate intra: nu vede ce scrii.",
    invite: "Invită",
  },
} as const;
