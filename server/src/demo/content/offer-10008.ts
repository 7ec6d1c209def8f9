import type { DemoOffer } from "./demo-offer.ts";

export const offer10008: DemoOffer = {
  number: 10008,
  customer: "mihai",
  status: "sent",
  vehicle: {
    make: "Dacia",
    model: "Duster",
    year: 2016,
    engine: "1.5 dCi K9K 858",
    vin: "UU1HSDJ9F54718260",
    plate: "PH 41 DST",
  },
  validForDays: 10,
  lines: `
    Varta | E39             | Baterie Silver Dynamic AGM 12 V 70 Ah | 1 | 742.00 | 3 | 0 | offered
    Bosch | 0 092 S5A 080   | Baterie S5 AGM 12 V 70 Ah             | 1 | 768.50 | 2 | 0 | alternative
    Mann  | W 75/3          | Filtru ulei                           | 1 |  24.90 | 35 | 0 | offered
  `,
  talk: null,
};
