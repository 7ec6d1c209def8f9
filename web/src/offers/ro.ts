import type { ro as roomRo } from "./room-ro.ts";

export const ro = {
  offers: {
    title: "Oferta {number}",
    pane: "Ofertă",
    customer: "Client",
    decided: {
      accept: "Ai acceptat",
      decline: "Ai refuzat",
      all: "Ai acceptat {count, plural, one {o piesă} few {# piese} other {# de piese}}",
    },
    decidedFor: {
      accept: "Ai acceptat pentru {name}:",
      decline: "Ai refuzat pentru {name}:",
      all: "Ai acceptat {count, plural, one {o piesă} few {# piese} other {# de piese}} pentru {name}",
    },
  },
} as const;

type OffersWords = typeof ro & typeof roomRo;
declare module "../state/shape.ts" {
  interface Words extends OffersWords {}
}
