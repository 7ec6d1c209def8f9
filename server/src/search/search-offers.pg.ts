import { offersFoundMax } from "@cuplaj/protocol/limits.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { FoundOffers, SearchReader } from "./search-store.ts";

const cut = `(select count(*) from passing) as total,
  (select coalesce(json_agg(id), '[]') from (
    select id from passing order by updated_at desc, id desc offset $1 limit $2) page) as ids`;

/** Finds offers whose words match $3 and $4; if the words are common, `found` exceeds the limit. */
const selectFound = namedStatement<FoundOffers & { found: number }>(
  "find-offers",
  `with found as materialized (
     select offer_id from search_offers where offer_id is not null and words @@ $3::tsquery and (words @@ $4::tsquery) is not false
     limit ${offersFoundMax} + 1
   ), passing as materialized (
     select o.id, o.updated_at from found cross join lateral (select * from offers where id = found.offer_id offset 0) o
     where (select count(*) from found) <= ${offersFoundMax} and ($5::bigint is null or o.customer_id = $5)
   )
   select (select count(*) from found) as found, ${cut}`,
);

/** Searches the newest offers, either everybody's or one customer's ($4), for the words $3. */
const walk = (name: string, scope: string) =>
  namedStatement<FoundOffers>(
    name,
    `with newest as materialized (
       select id, updated_at from offers ${scope} order by updated_at desc, id desc limit ${offersFoundMax}
     ), passing as materialized (
       select newest.* from newest cross join lateral (
         select from search_offers where offer_id = newest.id and words @@ $3::tsquery offset 0) listed
     )
     select ${cut}`,
  );
const walkAll = walk("find-offers-walked", "");
const walkOfCustomer = walk("find-offers-of-customer-walked", "where customer_id = $4");

export const offerReader = (session: StatementPool): Pick<SearchReader, "findOffers"> => ({
  async findOffers({ found, checked }, customerId, skip, take) {
    const [row] = await selectFound(session, [skip, take, found, checked, customerId]);
    if (row !== undefined && row.found <= offersFoundMax) return row;
    const walked = [skip, take, checked];
    const [newest] = await (customerId === null
      ? walkAll(session, walked)
      : walkOfCustomer(session, [...walked, customerId]));
    return newest ?? { total: 0, ids: [] };
  },
});
