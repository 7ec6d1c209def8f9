import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  handOver: {
    received: "{name} ți-a predat discuția „{room}”.",
    receivedMany: "{name} ți-a predat {count, plural, one {o discuție} few {# discuții} other {# de discuții}}.",
    receivedFromMany: "Colegii ți-au predat {count, plural, one {o discuție} few {# discuții} other {# de discuții}}.",
  },
} as const;

type HandOverWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends HandOverWords {}
}
