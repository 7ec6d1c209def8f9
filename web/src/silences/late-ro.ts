export const ro = {
  silence: {
    begin: "Redu la tăcere pe {name}",
    end: "Încheie tăcerea pentru {name}",
    list: "Persoane reduse la tăcere",
    nobody: "Nu ai redus la tăcere pe nimeni",
    hint: "Mesajele celor reduși la tăcere rămân în discuții, dar nu se numără și nu te anunță. Alege „Redu la tăcere” din meniul unei persoane.",
    listEnd: "Încheie tăcerea",
  },
} as const;
