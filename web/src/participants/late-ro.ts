/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
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
} as const;
