import type { ro as roomRo } from "./room-ro.ts";

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { presence: { erased: "Utilizator șters" } } as const;

type PresenceWords = typeof ro & typeof roomRo;
declare module "../../state/shape.ts" {
  interface Words extends PresenceWords {}
}
