/** The original words of one's devices, in Romanian (LANG-1): they come with the dialog. */
export const ro = {
  devices: {
    title: "Dispozitivele tale",
    current: "acest dispozitiv",
    used: "folosit {when}",
    usedToday: "folosit azi, {when}",
    program: "{browser} pe {system}",
    unknown: "Dispozitiv necunoscut",
    otherBrowser: "alt browser",
    otherSystem: "alt sistem",
    loading: "Se încarcă dispozitivele…",
    failed: "Dispozitivele nu s-au încărcat",
    none: "Nu ești conectat pe alt dispozitiv.",
    end: "Deconectează",
    endLabel: "Deconectează {device}",
    ending: "Se deconectează…",
  },
};
