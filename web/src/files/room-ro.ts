/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  files: {
    photo: "Fotografie: {name}",
    photoAndMore: "Fotografie: {name}, și încă {count, plural, one {una} few {#} other {#}}",
    gone: "Fișierul nu mai e aici.",
    pictureFailed: "Fotografia nu s-a încărcat.",
    save: "Descarcă {name}",
    saveTip: "Descarcă",
    open: "Deschide {name} într-o filă nouă",
    openTip: "Deschide",
    play: "Redă {name}",
    playTip: "Redă",
    stop: "Oprește descărcarea: {name}",
    stopTip: "Oprește",
    loading: "Se descarcă {name}",
    done: "{done} din {all}",
    notPlayed: "Browserul nu poate reda fișierul. Descarcă-l ca să-l deschizi.",
  },
} as const;
