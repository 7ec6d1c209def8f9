/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  theme: { label: "Temă", light: "Luminoasă", dark: "Întunecată", system: "Ca sistemul" },
} as const;
