import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { RequestItem } from "@cuplaj/protocol/request.ts";
import type { CustomerUsername } from "./people.ts";

export interface DemoRequest {
  readonly clientId: string;
  readonly customer: CustomerUsername;
  readonly minutesAgo: number;
  readonly vehicle: Vehicle;
  readonly items: readonly RequestItem[];
  readonly text: string;
}

/** REQ-1: what customers have asked for and nobody has answered yet. */
export const demoRequests: readonly DemoRequest[] = [
  {
    clientId: "5c0ffee0-0000-4000-8000-000000000001",
    customer: "elena",
    minutesAgo: 58,
    vehicle: {
      make: "Opel",
      model: "Astra H",
      year: 2007,
      engine: "1.7 CDTI Z17DTH",
      vin: "W0L0AHL4878123456",
      plate: "IS 08 AST",
    },
    items: [
      { text: "Kit ambreiaj cu rulment hidraulic", qty: 1 },
      { text: "Volantă masă dublă", qty: 1 },
    ],
    text: "Patinează la plecare și pedala e moale. O am pe elevator joi, aveți ceva pe stoc?",
  },
];
