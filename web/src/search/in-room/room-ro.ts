import type { ro as lateRo } from "./late-ro.ts";

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  found: {
    open: "Caută în discuție",
    bar: "Căutare în discuție",
    field: "Ce cauți în discuție",
    previous: "Rezultatul anterior, mai nou",
    next: "Rezultatul următor, mai vechi",
    close: "Închide căutarea",
  },
} as const;

type FoundWords = typeof ro & typeof lateRo;
declare module "../../state/shape.ts" {
  interface Words extends FoundWords {}
}
