import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { OfferStore, StoredOffer } from "./store.ts";

interface OfferRow {
  id: number;
  customer_id: number;
  customer_name: string;
  status: OfferStatus;
  version: number;
  make: string;
  model: string;
  year: number | null;
  engine: string;
  vin: string;
  plate: string;
  valid_until: string;
  updated_at: string;
  lines: StoredOffer["lines"];
}

const selectOffer = namedStatement<OfferRow>(
  "offers-find",
  `select o.id, o.customer_id, p.name as customer_name, o.status, o.version, o.make, o.model, o.year, o.engine, o.vin,
     o.plate, ${wireTime("o.valid_until")} as valid_until, ${wireTime("o.updated_at")} as updated_at,
     coalesce((
       select json_agg(json_build_object('id', l.id, 'code', l.code, 'brand', l.brand, 'name', l.name, 'qty', l.qty,
         'unit_price', l.unit_price::text, 'vat_rate', l.vat_rate, 'stock', l.stock, 'delivery_days', l.delivery_days,
         'status', l.status) order by l.position)
       from offer_lines l where l.offer_id = o.id), '[]') as lines
   from offers o join participants p on p.id = o.customer_id where o.id = $1`,
);

const selectCustomer = namedStatement<{ customer_id: number }>(
  "offers-customer",
  "select customer_id from offers where id = $1",
);

/** Offers in PostgreSQL. */
export function createOfferStore(pool: StatementPool): OfferStore {
  return {
    async find(offerId) {
      const [row] = await selectOffer(pool, [offerId]);
      return row ? toStoredOffer(row) : null;
    },
    async findCustomer(offerId) {
      const [row] = await selectCustomer(pool, [offerId]);
      return row?.customer_id ?? null;
    },
  };
}

function toStoredOffer(row: OfferRow): StoredOffer {
  const { id, status, version, make, model, year, engine, vin, plate, lines } = row;
  return {
    id,
    customer: { id: row.customer_id, name: row.customer_name },
    status,
    version,
    vehicle: { make, model, year, engine, vin, plate },
    validUntil: row.valid_until,
    updatedAt: row.updated_at,
    lines,
  };
}
