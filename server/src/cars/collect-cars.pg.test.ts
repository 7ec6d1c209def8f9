import { beforeEach, describe, expect, test } from "vitest";
import type { Car } from "@cuplaj/protocol/car.ts";
import { carsPerPersonMax } from "@cuplaj/protocol/limits.ts";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createImportStore } from "../offers-import/store.pg.ts";
import { offersOn } from "../offers/store.pg.ts";
import { createPersonalDataStore } from "../personal-data/store.pg.ts";
import { erasePerson } from "../personal-data/erase-person.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { bringUpToDate } from "../testing/bring-up-to-date.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import { addPerson, passwordHash, type Person } from "../testing/people.ts";
import { createReplacedDatabase } from "../testing/replaced-database.ts";
import { requestToSend } from "../testing/requests.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createCarCollectionStore } from "./collection.pg.ts";

const { people, call, pool, database, newClient } = await startTestApi();
const { ana, admin } = people;

async function collect(from: StatementPool = pool): Promise<void> {
  const store = createCarCollectionStore(from);
  let id: number | null = 0;
  while (id !== null) id = await store.collect(id, isoTime(systemClock.now()));
}

const vin = "UU1KSD0F552123456";
const vehicle = { make: "Dacia", model: "Logan", year: 2014, engine: "1.5 dCi", vin, plate: "b-10-abc" };
const offer = (version: number, changes: Partial<OfferToStore["vehicle"]> = {}, customer: Person = ana) =>
  offerToStore(customer, version, { vehicle: { ...vehicle, ...changes } });
let number = 30_000;
const put = async (content: OfferToStore, id: number) =>
  expect((await call(admin, "PUT", `/api/v1/erp/offers/${id}`, content)).status).toBeLessThan(300);
const listed = async (person: Person = ana): Promise<Car[]> => (await call(person, "GET", "/api/v1/cars")).body.cars;
const roomsOf = async (id: number) => (await call(ana, "GET", `/api/v1/cars/${id}/rooms`)).body.rooms;
const dueOf = async () => (await pool.query("select from car_uses where is_due")).rowCount;

beforeEach(async () => {
  number += 10;
  await pool.query("delete from cars");
});

describe("the cars of offers", () => {
  test("[CAR-2][CAR-4] an offer's car is added to its customer's, and lists the offer with its room", async () => {
    await put(offer(1), number);
    await put(offer(1, { vin: "", plate: "B10ABC" }), number + 1);
    await collect();
    const [car, ...others] = await listed();
    expect([car, others]).toMatchObject([{ ...vehicle, plate: "B 10 ABC", name: "", note: "", is_away: false }, []]);
    const { id } = (await call(ana, "GET", `/api/v1/chat/oferta.${number}`)).body.chats[0];
    const rooms = await roomsOf(car?.id ?? 0);
    expect(rooms.map(({ offer_id: offerId }: { offer_id: number }) => offerId)).toEqual([number + 1, number]);
    expect(rooms[1]).toMatchObject({ offer_status: "sent", request_id: null, request_state: null, room_id: id });
    expect(await dueOf()).toBe(0);
  });

  test("[CAR-3a][CAR-4] a request brings its car back, and is listed with it once, also when an offer has its room", async () => {
    await put(offer(1), number);
    await collect();
    const id = (await listed())[0]?.id ?? 0;
    await call(ana, "DELETE", `/api/v1/cars/${id}`);
    const { vehicle: _vehicle, ...asked } = requestToSend();
    const { chat } = (await call(ana, "POST", "/api/v1/requests", { ...asked, car_id: id })).body;
    await collect();
    expect(await listed()).toMatchObject([{ id, is_away: false }]);
    const request = { request_id: chat.request.id, room_id: chat.id };
    expect(await roomsOf(id)).toMatchObject([
      { ...request, request_state: "open", offer_id: null, offer_status: null },
      { offer_id: number },
    ]);
    await put({ ...offer(1), request_id: chat.request.id }, number + 1);
    await collect();
    expect(await roomsOf(id)).toMatchObject([
      { ...request, request_state: "answered", offer_id: number + 1, offer_status: "sent" },
      { offer_id: number, request_id: null },
    ]);
  });

  test("[CAR-2] a version with another vehicle is for another car, and one without changes nothing", async () => {
    await put(offer(1), number);
    await collect();
    const before = await listed();
    await put({ ...offer(2), status: "ordered" }, number);
    expect(await dueOf()).toBe(0);
    await put(offer(3, { vin: "WVWZZZ1KZ6W214587", plate: "CJ 12 ABC" }), number);
    await collect();
    const [other, ...others] = await listed();
    expect(others).toEqual(before);
    expect(other).toMatchObject({ plate: "CJ 12 ABC" });
    expect(await roomsOf(other?.id ?? 0)).toMatchObject([{ offer_id: number, offer_status: "sent" }]);
    expect(await roomsOf(before[0]?.id ?? 0)).toEqual([]);
  });

  test("[CAR-2] an imported offer adds its car, which waits until the import ends", async () => {
    const store = createImportStore({ pool, offersOn, offerStaff: [] });
    const by = { participantId: admin.id, now: systemClock.now() };
    await store.inTransaction(by, [], async (storeOffers) => {
      await storeOffers([{ number, content: offer(1) }]);
      await collect();
      expect(await listed()).toEqual([]);
      return true;
    });
    await collect();
    expect(await listed()).toMatchObject([{ vin }]);
  });

  test("[CAR-2] customers whom another transaction holds wait, and others do not", async () => {
    const other = await addPerson(database, {
      ...{ kind: "customer", name: "Dan", username: `dan${number}`, role: "Customer", hash: passwordHash },
    });
    await put(offer(1), number);
    await put(offer(1, {}, other), number + 1);
    const client = newClient();
    await client.connect();
    await client.query("begin");
    await client.query("select from participants where id = $1 for share", [ana.id]);
    await collect();
    expect([await listed(), (await listed(other)).length]).toEqual([[], 1]);
    await client.query("commit");
    await client.end();
    await collect();
    expect(await listed()).toMatchObject([{ vin }]);
  });

  test("[CAR-2a] an offer fills in what is missing, and overwrites nothing that the customer corrected", async () => {
    await put(offer(1, { engine: "" }), number);
    await collect();
    const [car] = await listed();
    const corrected = { ...vehicle, engine: "", make: "Renault", name: "Duba", note: "două chei", plate: "B 99 ABC" };
    expect((await call(ana, "PUT", `/api/v1/cars/${car?.id}`, corrected)).status).toBe(200);
    await put(offer(2), number);
    await put(offer(1), number + 1);
    await collect();
    expect(await listed()).toMatchObject([{ ...corrected, id: car?.id, engine: "1.5 dCi" }]);
  });

  test("[CAR-4] a corrected VIN keeps the offers that had the old one", async () => {
    await put(offer(1), number);
    await collect();
    const [car] = await listed();
    await call(ana, "PUT", `/api/v1/cars/${car?.id}`, { ...vehicle, vin: "UU1KSD0F552123457", name: "", note: "" });
    await put({ ...offer(2), status: "ordered" }, number);
    await collect();
    expect(await listed()).toMatchObject([{ id: car?.id, vin: "UU1KSD0F552123457" }]);
    expect(await roomsOf(car?.id ?? 0)).toMatchObject([{ offer_id: number }]);
  });

  test("[CAR-2a][CAR-3a] an offer leaves a car put away where it is", async () => {
    await put(offer(1), number);
    await collect();
    const [car] = await listed();
    await call(ana, "DELETE", `/api/v1/cars/${car?.id}`);
    await put(offer(1), number + 1);
    await collect();
    expect(await listed()).toMatchObject([{ id: car?.id, is_away: true }]);
    expect(await roomsOf(car?.id ?? 0)).toHaveLength(2);
  });

  test("[CAR-1b] offers add no car beyond 500", async () => {
    await pool.query(
      `insert into cars (customer_id, vin, plate, plate_key, make, model, engine, used_at, updated_at)
       select $1, '', n, n, '', '', '', now(), now() from generate_series(1, $2) n`,
      [ana.id, carsPerPersonMax],
    );
    await put(offer(1), number);
    await collect();
    expect([(await listed()).length, await dueOf()]).toEqual([carsPerPersonMax, 0]);
  });

  test("[CAR-7] an erased customer gets no car again", async () => {
    const person = await addPerson(database, {
      ...{ kind: "customer", name: "Ion", username: `ion${number}`, role: "Customer", hash: passwordHash },
    });
    await put(offer(1, {}, person), number);
    await collect();
    await erasePerson({ store: createPersonalDataStore(pool), say: () => undefined }, person.id);
    await put(offer(2, { plate: "CJ 12 ABC" }, person), number);
    await collect();
    expect((await pool.query("select from cars where customer_id = $1", [person.id])).rowCount).toBe(0);
    expect(await dueOf()).toBe(0);
  });
});

test("[CAR-2] the cars of all offers from before an upgrade are added", async () => {
  const { pool: old, url } = await createReplacedDatabase();
  await bringUpToDate(url);
  await collect(old);
  const { rows: missing } = await old.query(
    `select o.id from offers o join car_uses u on u.offer_id = o.id where u.is_due or u.car_id is null
       and (o.vin ~ '^[A-HJ-NPR-Z0-9]{17}$' or o.plate <> '')`,
  );
  expect(missing).toEqual([]);
  const { rows } = await old.query<{ cars: number; without: number }>(
    "select (select count(*) from cars) as cars, (select count(*) from offers) - (select count(*) from car_uses) as without",
  );
  expect(rows[0]?.without).toBe(0);
  expect(rows[0]?.cars).toBeGreaterThan(0);
});
