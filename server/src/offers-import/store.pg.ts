import type pg from "pg";
import { isoTime } from "../kernel/clock.ts";
import { staffOf } from "../offers/staff-of.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { ImportStore, StoredAs } from "./store.ts";

/** `storage/migrations/0024-store-offer.ts`, for each of the offers in their order. */
const storeOffers = `
  select stored.outcome, stored.stored_version as version
  from unnest($1::bigint[], $2::jsonb[]) with ordinality sent (number, content, position)
  cross join (select array(${staffOf("$5::text[]")}) as staff) named
  cross join lateral store_offer(sent.number, sent.content, $3, $4, named.staff) stored
  order by sent.position`;

interface ImportStoreParts {
  readonly pool: pg.Pool;
  /** User names, in small letters, of who joins the room of a new offer beside its customer (ERP-1d). */
  readonly offerStaff: readonly string[];
}

export function createImportStore({ pool, offerStaff }: ImportStoreParts): ImportStore {
  return {
    async inTransaction({ participantId, now }, run) {
      await inTransaction(
        pool,
        async (client) =>
          await run(async (offers) => {
            const numbers = offers.map(({ number }) => number);
            const contents = offers.map(({ content }) => JSON.stringify(content));
            const values = [numbers, contents, participantId, isoTime(now), offerStaff];
            return (await client.query<StoredAs>(storeOffers, values)).rows;
          }),
        (isGood) => isGood,
      );
    },
  };
}
