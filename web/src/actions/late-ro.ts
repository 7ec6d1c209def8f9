export const ro = {
  actions: {
    unlike: "Nu mai aprecia",
    whoLiked: "Cine a apreciat",
    saveFile: "Descarcă fișierul",
    copyText: "Copiază textul",
    copyLink: "Copiază linkul",
    selectText: "Selectează textul",
    loadingLikers: "Se încarcă numele…",
    likersFailed: "Numele nu s-au încărcat.",
    moreLikers: "Mai multe nume",
  },
} as const;
