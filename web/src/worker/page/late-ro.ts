export const ro = {
  offline: {
    copied: "Așa arăta la {time}.",
    update: "E gata o versiune nouă.",
    updateLater: "E gata o versiune nouă. O poți porni după ce trimiți ce ai scris.",
    useUpdate: "Pornește-o",
    install: "Instalează aplicația",
    share: "În ce discuție?",
    shared: "{count, plural, one {# fișier} few {# fișiere} other {# de fișiere}} din altă aplicație",
    shareNothing: "Nu ai nicio discuție aici. Deschide una, apoi trimite din nou din cealaltă aplicație.",
    shareLeft:
      "{count, plural, one {Încă # fișier nu a încăput} few {Încă # fișiere nu au încăput} other {Încă # de fișiere nu au încăput}}: intră cel mult 10.",
  },
} as const;
