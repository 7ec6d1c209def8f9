import type { CarRoom } from "@cuplaj/protocol/car.ts";
import { plateKey } from "@cuplaj/protocol/number-plate.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { CarDecision, CarState, StoredCar } from "./rules.ts";
import type { CarChange, CarStore } from "./store.ts";

interface CarRow extends StoredCar {
  readonly customerId: number;
}

const selectCars = namedStatement<CarRow>(
  "cars-list",
  `select id, customer_id as "customerId", name, vin, plate, make, model, year, engine, note, ${wireTime("away_at")} as "awayAt",
     ${wireTime("used_at")} as "usedAt", ${wireTime("updated_at")} as "updatedAt"
   from cars where customer_id = any($1::bigint[]) order by away_at is not null, used_at desc, id desc`,
);
const selectRooms = namedStatement<CarRoom>(
  "cars-rooms",
  // An offer in its request's room shows both.
  `select o.id as offer_id, o.status as offer_status, q.id as request_id, q.state as request_state, r.id as room_id,
     ${wireTime("coalesce(o.updated_at, q.created_at)")} as updated_at
   from car_uses u left join offers o on o.id = u.offer_id left join requests q on q.id = coalesce(u.request_id, o.request_id)
     left join rooms r on r.offer_id = o.id or (o.id is null and r.request_id = q.id)
   where u.car_id = $1 and not exists (select from rooms taken where taken.request_id = u.request_id and taken.offer_id is not null)
   order by coalesce(o.updated_at, q.created_at) desc, u.id desc limit $2`,
);
const selectCustomer = namedStatement<{ customerId: number }>(
  "cars-customer",
  `select customer_id as "customerId" from rooms where id = $1`,
);
const lockCustomer = namedStatement(
  "cars-lock-customer",
  "select from participants where id = $1 and erased_at is null for no key update",
);
const writeStatement = namedStatement<{ id: number; customerId: number; vin: string; plateKey: string }>(
  "cars-write",
  `with sent as materialized (
     select * from jsonb_to_recordset($1) as s (id bigint, "customerId" bigint, name text, vin text, plate text, "plateKey" text,
       make text, model text, year integer, engine text, note text, "awayAt" timestamptz, "usedAt" timestamptz, "updatedAt" timestamptz)
   ), changed as (
     update cars c set name = s.name, vin = s.vin, plate = s.plate, plate_key = s."plateKey", make = s.make, model = s.model,
       year = s.year, engine = s.engine, note = s.note, away_at = s."awayAt", used_at = s."usedAt", updated_at = s."updatedAt"
     from sent s where c.id = s.id
   )
   insert into cars (customer_id, name, vin, plate, plate_key, make, model, year, engine, note, away_at, used_at, updated_at)
   select "customerId", name, vin, plate, "plateKey", make, model, year, engine, note, "awayAt", "usedAt", "updatedAt"
   from sent where id is null
   returning id, customer_id as "customerId", vin, plate_key as "plateKey"`,
);

/** Cars of several customers, whose rows the caller has locked. */
export const readCars = (client: StatementPool, customerIds: readonly number[]): Promise<readonly CarRow[]> =>
  selectCars(client, [customerIds]);

interface CarToWrite {
  readonly id: number | null;
  readonly customerId: number;
  readonly car: CarState;
}

/** Updates the cars with an id and inserts the others. Returns all ids in the same order. */
export async function writeCars(client: StatementPool, cars: readonly CarToWrite[]): Promise<readonly number[]> {
  const rows = cars.map(({ id, customerId, car }) => ({ ...car, id, customerId, plateKey: plateKey(car.plate) }));
  const made = await writeStatement(client, [JSON.stringify(rows)]);
  return rows.map((row) => {
    const same = made.find(
      (each) =>
        each.customerId === row.customerId &&
        each.vin === row.vin &&
        (row.vin !== "" || each.plateKey === row.plateKey),
    );
    const id = row.id ?? same?.id;
    if (id === undefined) throw new Error("a car was stored without an id");
    return id;
  });
}

async function changeCars(
  client: StatementPool,
  customerId: number,
  decide: (cars: readonly StoredCar[]) => CarDecision,
): Promise<CarChange> {
  if ((await lockCustomer(client, [customerId])).length === 0) return { outcome: "absent" };
  // A separate statement sees what others committed during the wait for the lock.
  const decided = decide(await readCars(client, [customerId]));
  if (decided.outcome !== "made" && decided.outcome !== "changed") return decided;
  const { outcome, car } = decided;
  const [id = 0] = await writeCars(client, [{ id: outcome === "changed" ? decided.car.id : null, customerId, car }]);
  return { outcome, car: { ...car, id } };
}

export const createCarStore = (pool: StatementPool): CarStore => ({
  list: (customerId) => readCars(pool, [customerId]),
  listRooms: (carId, take) => selectRooms(pool, [carId, take]),
  findCustomer: async (roomId) => (await selectCustomer(pool, [roomId]))[0]?.customerId ?? null,
  change: (customerId, decide) => inTransaction(pool, (client) => changeCars(client, customerId, decide)),
});
