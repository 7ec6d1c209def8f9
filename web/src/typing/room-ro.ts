/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  typing: { one: "{name} scrie…", two: "{first} și {second} scriu…", many: "{first} și încă {count, number} scriu…" },
} as const;
