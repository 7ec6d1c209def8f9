import type pg from "pg";
import { isoTime } from "../kernel/clock.ts";
import type { OfferStore } from "../offers/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { ImportStore } from "./store.ts";

interface ImportStoreParts {
  readonly pool: pg.Pool;
  /** Offers as a PUT stores them, on one connection. */
  readonly offersOn: (client: StatementPool) => Pick<OfferStore, "store">;
  /** User names, in small letters, of who joins the room of a new offer beside its customer (ERP-1d). */
  readonly offerStaff: readonly string[];
}

export function createImportStore({ pool, offersOn, offerStaff: staff }: ImportStoreParts): ImportStore {
  return {
    async inTransaction({ participantId, now }, run) {
      const by = { staff, now: isoTime(now) };
      await inTransaction(
        pool,
        async (client) =>
          await run(async (offers) => {
            const sent = offers.map(({ number, content }) => ({ offerId: number, participantId, content }));
            const stored = await offersOn(client).store(sent, by);
            return stored.map((one) => {
              if (one.outcome === "no-customer") return { outcome: one.outcome };
              const version = one.outcome === "conflict" ? one.version : one.offer.version;
              return { outcome: one.outcome, version };
            });
          }),
        (isGood) => isGood,
      );
    },
  };
}
