import type pg from "pg";
import { operator } from "../kernel/actor.ts";
import { isoTime } from "../kernel/clock.ts";
import type { OfferStore } from "../offers/store.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { ImportStore } from "./store.ts";

interface ImportStoreParts {
  readonly pool: pg.Pool;
  readonly offersOn: (client: StatementPool) => Pick<OfferStore, "store">;
  /** Usernames in lower case (ROOM-5d). */
  readonly offerStaff: readonly string[];
}

const lockRows = (table: "offers" | "rooms") =>
  namedStatement(
    `import-lock-${table}`,
    `select count(*) from (select from ${table} where id = any($1) order by id for update) locked`,
  );
const [lockNumbers, lockRooms] = [lockRows("offers"), lockRows("rooms")];
const selectRooms = namedStatement<{ ids: number[] }>(
  "import-rooms",
  "select coalesce(json_agg(id), '[]') as ids from rooms where offer_id = any($1)",
);
/** Imports run one at a time, since new offers have no rows to lock. */
const lockImports = namedStatement("import-lock-imports", "select pg_advisory_xact_lock(hashtext('import_offers'))");
const rowsMax = 10_000;

/** Locks the offers, and then their rooms, by ascending id across all statements. */
async function lockOffers(client: StatementPool, numbers: readonly number[]): Promise<void> {
  const roomIds: number[] = [];
  for (const portion of portionsOf(numbers)) {
    await lockNumbers(client, [portion]);
    for (const { ids } of await selectRooms(client, [portion])) roomIds.push(...ids);
  }
  for (const portion of portionsOf(roomIds)) await lockRooms(client, [portion]);
}

function portionsOf(ids: readonly number[]): readonly (readonly number[])[] {
  const sorted = ids.toSorted((a, b) => a - b);
  return Array.from({ length: Math.ceil(sorted.length / rowsMax) }, (_, index) =>
    sorted.slice(index * rowsMax, (index + 1) * rowsMax),
  );
}

export function createImportStore({ pool, offersOn, offerStaff: staff }: ImportStoreParts): ImportStore {
  return {
    async inTransaction({ participantId, now }, numbers, run) {
      const by = { staff, now: isoTime(now) };
      await inTransaction(
        pool,
        async (client) => {
          await lockImports(client, []);
          await lockOffers(client, numbers);
          return await run(async (offers) => {
            const actor = { ...operator, id: participantId };
            const sent = offers.map(({ number, content }) => ({ offerId: number, actor, content }));
            const stored = await offersOn(client).store(sent, by);
            return stored.map((one) => {
              if (one.outcome === "no-customer" || one.outcome === "no-request") return { outcome: one.outcome };
              if (one.outcome === "undecided") return { outcome: one.outcome, indexes: one.indexes };
              const version = one.outcome === "conflict" ? one.version : one.offer.version;
              return { outcome: one.outcome, version };
            });
          });
        },
        (isGood) => isGood,
      );
    },
  };
}
