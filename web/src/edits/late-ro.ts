export const ro = {
  edits: {
    goneEdited: "Mesajul pe care îl modifici a fost șters.",
    notSaved: "Nu s-a salvat:",
    notDeleted: "Nu s-a șters.",
    maybeNotSaved: "Poate nu s-a salvat:",
    maybeNotDeleted: "Poate nu s-a șters.",
    toDraft: "Păstrează ca ciornă",
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
