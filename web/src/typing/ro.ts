/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  typing: {
    one: "{name} scrie…",
    two: "{first} și {second} scriu…",
    many: "{first} și încă {count, number} scriu…",
    row: "scrie…",
  },
} as const;
