import type { DemoOffer } from "./demo-offer.ts";

export const offer10004: DemoOffer = {
  number: 10004,
  customer: "ana",
  status: "draft",
  vehicle: {
    make: "Ford",
    model: "Transit",
    year: 2012,
    engine: "2.2 TDCi DRFF",
    vin: "WF0XXXTTFXCS62174",
    plate: "CJ 55 LVR",
  },
  validForDays: 14,
  lines: `
    TRW  | GDB1724        | Set plăcuțe frână față           | 1 | 186.40 | 5 | 0 | offered
    Ford | 1 738 818      | Disc frână față                  | 2 | 312.00 | 0 | 3 | offered
    Bosch| 0 986 494 601  | Set plăcuțe frână față           | 1 | 204.10 | 2 | 0 | alternative
    ATE  | 03.9901-5802.2 | Lichid de frână DOT 4, 1 l       | 1 |  38.50 | 26 | 0 | offered
  `,
  talk: null,
};
