import { offersCountedMax } from "@cuplaj/protocol/limits.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { ListedOfferRecord, OfferListStore } from "./store.ts";

/** Counts and skips in the index, up to a limit, so that the cost of a page is bounded however many offers exist. */
const newest = (name: string, scope: string) =>
  namedStatement<{ total: number; ids: readonly number[] }>(
    name,
    `select
       (select count(*) from (
         select from offers ${scope} order by updated_at desc, id desc limit ${offersCountedMax}) counted) as total,
       (select coalesce(json_agg(id), '[]') from (
         select id from offers ${scope} order by updated_at desc, id desc offset $1 limit $2) page) as ids`,
  );
const newestOfAll = newest("offer-list-all", "");
const newestOfCustomer = newest("offer-list-customer", "where customer_id = $3");

const selectEach = namedStatement<ListedOfferRecord>(
  "offer-list-read",
  `select o.id as id_cerere, o.status, json_build_object('id', p.id, 'name', p.name) as customer,
     json_build_object('make', o.make, 'model', o.model, 'year', o.year, 'engine', o.engine, 'vin', o.vin, 'plate', o.plate)
       as vehicle,
     ${wireTime("o.valid_until")} as valid_until, ${wireTime("o.updated_at")} as updated_at, r.id as room_id,
     coalesce((
       select json_agg(json_build_object(
         'qty', qty, 'unit_price', unit_price::text, 'vat_rate', vat_rate, 'status', status))
       from offer_lines where offer_id = o.id), '[]') as lines
   from unnest($1::bigint[]) with ordinality asked (id, position)
   cross join lateral (select * from offers where id = asked.id offset 0) o
   cross join lateral (select id, name from participants where id = o.customer_id offset 0) p
   left join lateral (select id from rooms where offer_id = asked.id offset 0) r on true
   order by asked.position`,
);

export const createOfferListStore = (pool: StatementPool): OfferListStore => ({
  async listNewest(customerId, skip, take) {
    const [row] = await (customerId === null
      ? newestOfAll(pool, [skip, take])
      : newestOfCustomer(pool, [skip, take, customerId]));
    return row ?? { total: 0, ids: [] };
  },
  readEach: (ids) => selectEach(pool, [ids]),
});
