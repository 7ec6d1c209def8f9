import type { OfferToStore } from "@cuplaj/protocol/offer.ts";

/** People in the order of their ids in a new database: the program, two staff, then customers. */
export const people = { program: 1, staff: [2, 3], firstCustomer: 4, customers: 1000 } as const;
export const programToken = "bench-token-of-the-program";
export const staffNames = people.staff.map((person) => `person${person}`);

export const linesPerOffer = 20;
export const changedLines = [3, 7] as const;

const customerOf = (offer: number): number => people.firstCustomer + (offer % people.customers);

/** An offer in version 1 (new) or 2 (changed). */
export function offerOf(offer: number, version: 1 | 2): OfferToStore {
  const lines = Array.from({ length: linesPerOffer }, (_, index) => {
    const id = index + 1;
    const isChanged = version === 2 && changedLines.some((line) => line === id);
    return {
      ...{
        id,
        code: `1K0 615 ${300 + id} AA`,
        brand: "TRW",
        name: "Plăcuțe frână față",
        qty: 1 + (id % 4),
        vat_rate: 21,
      },
      ...{ unit_price: isChanged ? "199.90" : "214.50", stock: isChanged ? 0 : 4, delivery_days: 1 },
      status: "offered" as const,
    };
  });
  return {
    ...{ version, status: "sent", customer: { id: customerOf(offer) }, currency: "RON", lines },
    vehicle: {
      make: "Škoda",
      model: "Octavia",
      year: 2014,
      engine: "2.0 TDI",
      vin: "TMBZZZ1Z8E1234567",
      plate: "B 10 ABC",
    },
    valid_until: "2030-01-31T22:00:00.000Z",
  };
}

export interface StoreCommand {
  readonly port: number;
  /** The number of concurrent calls, each on its own connection. */
  readonly atOnce: number;
  readonly seconds: number;
  readonly firstOffer: number;
}

export interface StoreReport {
  readonly stored: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
