export const ro = {
  people: {
    find: "Caută după nume",
    loading: "Se încarcă membrii…",
    more: "Încarcă mai mulți",
    failed: "Membrii nu s-au încărcat",
    restFailed:
      "{count, plural, one {Încă un membru nu s-a încărcat} few {Încă # membri nu s-au încărcat} other {Încă # de membri nu s-au încărcat}}",
    unchecked: "Lista poate fi mai veche: nu s-a putut verifica",
    none: "Niciun membru cu numele acesta",
    here: "activ acum",
    you: "tu",
    menu: "Acțiuni pentru {name}",
    copyName: "Copiază numele",
    nameCopied: "Nume copiat.",
    nameless: "Cineva cu care nu mai ai o discuție",
  },
  colleagues: {
    add: "Adaugă un coleg",
    addTo: "Adaugă",
    isComing: "intră în discuție",
    putOut: "Scoate din discuție",
    keep: "Nu mai scoate",
    isGoing: "iese din discuție",
    none: "Niciun coleg cu numele acesta în afara discuției",
    failed: "Colegii nu s-au încărcat. Se încearcă din nou.",
  },
} as const;
