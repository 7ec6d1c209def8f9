import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { type CarUse, collectUses } from "./rules.ts";
import { readCars, writeCars } from "./store.pg.ts";
import type { CarCollectionStore } from "./store.ts";

/** Maximum number of offers and requests per transaction. */
const usesMax = 200;

const lockDue = namedStatement<{ id: number }>(
  "cars-lock-due",
  `select id from car_uses where is_due and id > $1 order by id limit ${usesMax} for update skip locked`,
);
const selectUses = namedStatement<Omit<CarUse, "vehicle"> & { readonly customerId: number; readonly vehicle: Vehicle }>(
  "cars-uses",
  `select u.id, s.customer_id as "customerId", ${wireTime("s.at")} as at, u.request_id is not null as "isOwn",
     json_build_object('make', s.make, 'model', s.model, 'year', s.year, 'engine', s.engine, 'vin', s.vin, 'plate', s.plate) as vehicle
   from car_uses u cross join lateral (
     select customer_id, updated_at as at, make, model, year, engine, vin, plate from offers where id = u.offer_id
     union all select customer_id, created_at, make, model, year, engine, vin, plate from requests where id = u.request_id
   ) s where u.id = any($1::bigint[]) order by u.id`,
);
// Skips customers whom another transaction has locked, such as a long import; their offers wait for the next round.
const lockCustomers = namedStatement<{ id: number; isErased: boolean }>(
  "cars-lock-customers",
  `select id, erased_at is not null as "isErased" from participants where id = any($1::bigint[]) order by id
   for no key update skip locked`,
);
const linkUses = namedStatement(
  "cars-link-uses",
  `update car_uses u set is_due = false, car_id = found.car_id
   from unnest($1::bigint[], $2::bigint[]) found (id, car_id) where u.id = found.id`,
);

const byCustomer = ({ customerId }: { readonly customerId: number }): number => customerId;

async function collect(client: StatementPool, afterId: number, now: string): Promise<number | null> {
  const due = (await lockDue(client, [afterId])).map(({ id }) => id);
  if (due.length === 0) return null;
  // Separate statements see what others committed before the locks.
  const uses = await selectUses(client, [due]);
  const customers = await lockCustomers(client, [[...new Set(uses.map(({ customerId }) => customerId))]]);
  const cars = await readCars(
    client,
    customers.map(({ id }) => id),
  );
  const [carsOf, usesOf] = [Map.groupBy(cars, byCustomer), Map.groupBy(uses, byCustomer)];
  const used = customers
    .filter(({ isErased }) => !isErased)
    .flatMap(({ id: customerId }) =>
      collectUses(carsOf.get(customerId) ?? [], usesOf.get(customerId) ?? [], now).map((each) => ({
        ...each,
        customerId,
      })),
    );
  const ids = await writeCars(client, used);
  const carOf = new Map(used.flatMap(({ useIds }, index) => useIds.map((useId) => [useId, ids[index] ?? null])));
  const free = new Set(customers.map(({ id }) => id));
  const busy = new Set(uses.filter((use) => !free.has(use.customerId)).map(({ id }) => id));
  const settled = due.filter((id) => !busy.has(id));
  await linkUses(client, [settled, settled.map((id) => carOf.get(id) ?? null)]);
  return due.at(-1) ?? null;
}

export const createCarCollectionStore = (pool: StatementPool): CarCollectionStore => ({
  collect: (afterId, now) => inTransaction(pool, (client) => collect(client, afterId, now)),
});
