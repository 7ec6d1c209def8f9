import type { DemoOffer } from "./demo-offer.ts";

export const offer10012: DemoOffer = {
  number: 10012,
  customer: "elena",
  status: "expired",
  vehicle: {
    make: "Volkswagen",
    model: "Caddy III",
    year: 2009,
    engine: "1.9 TDI BLS",
    vin: "WV2ZZZ2KZ9X041857",
    plate: "IS 63 CDY",
  },
  validForDays: -3,
  lines: `
    SKF   | VKBA 3643      | Set rulment roată față        | 2 | 246.00 | 6 | 0 | offered
    FAG   | 713 6106 10    | Set rulment roată față        | 2 | 238.40 | 4 | 0 | alternative
    VAG   | 1K0 411 315 R  | Bieletă antiruliu față        | 2 |  96.70 | 5 | 0 | offered
  `,
  talk: null,
};
