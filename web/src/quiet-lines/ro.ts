import type { ro as roomRo } from "./room-ro.ts";

/** No wording may depend on a person's gender. */
export const ro = { lines: { broughtYou: "<b>{by}</b> te-a adăugat" } } as const;

type LinesWords = typeof ro & typeof roomRo;
declare module "../state/shape.ts" {
  interface Words extends LinesWords {}
}
