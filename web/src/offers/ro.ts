import type { ro as roomRo } from "./room-ro.ts";

export const ro = {
  offers: {
    title: "Oferta {number}",
    pane: "Ofertă",
    customer: "Client",
  },
} as const;

type OffersWords = typeof ro & typeof roomRo;
declare module "../state/shape.ts" {
  interface Words extends OffersWords {}
}
