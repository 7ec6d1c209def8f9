export const ro = {
  edits: {
    edit: "Modifică",
    delete: "Șterge mesajul",
    earlier: "Versiuni anterioare",
    earlierLoading: "Se încarcă versiunile…",
    earlierFailed: "Versiunile nu s-au încărcat.",
    earlierNone: "Nu e nicio versiune anterioară.",
    moreEarlier: "Mai vechi",
    replaced: "înlocuit {when}",
  },
} as const;
