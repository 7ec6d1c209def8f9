import type { PersonActor } from "../kernel/actor.ts";
import type { OfferLineToStore, OfferToStore } from "@cuplaj/protocol/offer.ts";

export const programOf = ({ id }: { readonly id: number }): PersonActor => ({ by: "program", id, address: null });

export const lineToStore = (id: number, changes: Partial<OfferLineToStore> = {}): OfferLineToStore => ({
  ...{ id, code: `1K0 615 ${300 + id}`, brand: "TRW", name: "Disc frână", qty: 1, unit_price: "214.50", vat_rate: 21 },
  ...{ stock: 4, delivery_days: 1, status: "offered" },
  ...changes,
});

export const offerToStore = (
  customer: { readonly id: number },
  version: number,
  changes: Partial<OfferToStore> = {},
): OfferToStore => ({
  ...{
    version,
    status: "sent",
    customer: { id: customer.id },
    currency: "RON",
    valid_until: "2030-01-31T22:00:00.000Z",
  },
  vehicle: {
    make: "Dacia",
    model: "Logan",
    year: 2014,
    engine: "1.5 dCi",
    vin: "UU1LSDAAH38512345",
    plate: "B 10 ABC",
  },
  lines: [lineToStore(1), lineToStore(2)],
  ...changes,
});
