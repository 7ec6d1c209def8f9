import type { Offer } from "../state/offers/offers-shape.ts";

interface OfferGiven {
  readonly codes?: readonly string[];
  readonly vin?: string;
  readonly plate?: string;
}

export const offerOf = (number: number, { codes = [], vin = "", plate = "" }: OfferGiven = {}): Offer => ({
  number,
  requestId: null,
  status: "sent",
  version: 1,
  customer: { id: 1, name: "Ana Pop" },
  vehicle: { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin, plate },
  currency: "RON",
  lines: codes.map((code, i) => ({
    id: i + 1,
    code,
    brand: "LuK",
    name: "Kit ambreiaj",
    quantity: 1,
    unitPrice: "100.00",
    vatPercent: 21,
    total: "100.00",
    stock: 1,
    deliveryDays: 0,
    status: "offered",
  })),
  totals: { net: "0.00", vat: "0.00", gross: "0.00" },
  validUntil: "2026-02-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
});
