import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { OfferStore, StoredOffer } from "./store.ts";

const selectOffer = namedStatement<StoredOffer>(
  "offers-find",
  `select o.id as id_cerere, o.status, o.version, json_build_object('id', p.id, 'name', p.name) as customer,
     json_build_object('make', o.make, 'model', o.model, 'year', o.year, 'engine', o.engine, 'vin', o.vin, 'plate', o.plate)
       as vehicle,
     ${wireTime("o.valid_until")} as valid_until, ${wireTime("o.updated_at")} as updated_at,
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

export function createOfferStore(pool: StatementPool): OfferStore {
  return {
    async find(offerId) {
      const [offer] = await selectOffer(pool, [offerId]);
      return offer ?? null;
    },
    async findCustomer(offerId) {
      const [row] = await selectCustomer(pool, [offerId]);
      return row?.customer_id ?? null;
    },
  };
}
