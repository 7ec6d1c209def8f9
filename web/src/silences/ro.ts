import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  silence: {
    mark: "la tăcere",
    begun: "Ai redus la tăcere pe {name}: mesajele se văd, dar nu se numără și nu te anunță.",
    over: "Ai încheiat tăcerea pentru {name}.",
    failed: "Eroare neprevazuta. Încearcă din nou: {name}.",
    offline: "Fără conexiune: tăcerea nu s-a schimbat pentru {name}. Încearcă din nou când revine.",
    unanswered: "Serverul nu a răspuns: vezi la {name} dacă tăcerea s-a schimbat. Dacă nu, încearcă din nou.",
  },
} as const;

type SilenceWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends SilenceWords {}
}
