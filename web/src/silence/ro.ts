/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  silence: {
    begin: "Redu la tăcere pe {name}",
    end: "Încheie tăcerea pentru {name}",
    mark: "la tăcere",
    begun: "Ai redus la tăcere pe {name}: mesajele se văd, dar nu se numără și nu te anunță.",
    over: "Ai încheiat tăcerea pentru {name}.",
    failed: "Eroare neprevazuta. Încearcă din nou: {name}.",
    offline: "Fără conexiune: tăcerea nu s-a schimbat pentru {name}. Încearcă din nou când revine.",
    unanswered: "Serverul nu a răspuns: vezi la {name} dacă tăcerea s-a schimbat. Dacă nu, încearcă din nou.",
    list: "Persoane reduse la tăcere",
    nobody: "Nu ai redus la tăcere pe nimeni",
    hint: "Mesajele celor reduși la tăcere rămân în discuții, dar nu se numără și nu te anunță. Alege „Redu la tăcere” din meniul unei persoane.",
    listEnd: "Încheie tăcerea",
  },
} as const;
