/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  connection: {
    online: "Conectat",
    connecting: "Se conectează…",
    offline: "Fără conexiune",
    banner: "Fără conexiune la server. Ce s-a încărcat rămâne pe ecran; ne reconectăm singuri.",
    tryNow: "Încearcă acum",
  },
} as const;
