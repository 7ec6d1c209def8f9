/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { theme: { label: "Temă", light: "Luminoasă", dark: "Întunecată", system: "Ca în sistem" } } as const;

type ThemeWords = typeof ro;
declare module "../../state/shape.ts" {
  interface Words extends ThemeWords {}
}
