import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  search: {
    title: "Căutare",
    open: "Caută",
    field: "Caută discuții, clienți, coduri, mesaje",
    clear: "Șterge ce ai scris",
    results: "Rezultatele căutării",
    keysHint: "Săgețile aleg o sugestie, Enter o deschide.",
    hintClose: "închide",
  },
} as const;

type SearchWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends SearchWords {}
}
