import type { ro as lateRo } from "./late-ro.ts";

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  people: { members: "Membrii discuției", count: "{count, plural, one {# membru} few {# membri} other {# de membri}}" },
} as const;

type PeopleWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends PeopleWords {}
}
