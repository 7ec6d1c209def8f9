import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { Car, type CarToStore } from "@cuplaj/protocol/car.ts";
import { carsPerPersonMax } from "@cuplaj/protocol/limits.ts";
import { createPersonalDataStore } from "../personal-data/store.pg.ts";
import type { Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool, pass } = await startTestApi();
const { ana, mihai, radu, mia, vlad } = people;

const vin = "TMBZZZ1Z8E1234567";
const car = (changes: Partial<CarToStore> = {}): CarToStore => ({
  ...{ name: "", make: "Dacia", model: "Logan", year: 2014, engine: "", vin: "", plate: "B 10 ABC", note: "" },
  ...changes,
});
const add = (sent: object, person: Person = ana) => call(person, "POST", "/api/v1/cars", sent);
const change = (id: number, sent: object, person: Person = ana) => call(person, "PUT", `/api/v1/cars/${id}`, sent);
const putAway = (id: number, person: Person = ana) => call(person, "DELETE", `/api/v1/cars/${id}`);
const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const listed = async (person: Person = ana, query = "") =>
  (await call(person, "GET", `/api/v1/cars${query}`)).body.cars as Car[];

beforeEach(async () => {
  await pool.query("delete from cars");
  pass(1000);
});

describe("a customer's own cars", () => {
  test("[CAR-1a][CAR-1c] a car is added in its normal form, and added again it is the same car", async () => {
    const sent = car({ vin: " tmb zzz1z8e1234567", plate: "b-10-abc", name: "Duba ", make: "\u200b" });
    const added = await add({ ...sent, color: "blue" });
    expect(added.status).toBe(201);
    expect(Check(Car, added.body.car)).toBe(true);
    expect(added.body.car).toMatchObject({ vin, plate: "B 10 ABC", name: "Duba", make: "", is_away: false });
    pass(1000);
    const again = await add(sent);
    expect([again.status, again.body]).toEqual([200, added.body]);
    expect(await listed()).toEqual([added.body.car]);
    expect(await listed(mihai)).toEqual([]);
  });

  test("[CAR-1c] a car found by its plate gets the VIN that is sent", async () => {
    const { id } = (await add(car())).body.car;
    const found = await add(car({ vin, plate: "b10abc", make: "" }));
    expect([found.status, found.body.car]).toMatchObject([200, { id, vin, make: "Dacia" }]);
  });

  test.each([
    ["vin", car({ vin: "TMBZZZ1Z8E123456O" })],
    ["plate", car({ plate: "" })],
    ["plate", car({ plate: " - " })],
    ["note", car({ note: "a\u0000b" })],
    ["name", car({ name: "a\nb" })],
    ["name", car({ name: "a".repeat(61) })],
    ["year", { ...car(), year: 20_140 }],
  ])("[CAR-1a] the field %s is refused in %j", async (field, sent) => {
    const { status, body } = await add(sent);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await listed()).toEqual([]);
  });

  test("[CAR-1b] another car beyond 500 is a conflict", async () => {
    await pool.query(
      `insert into cars (customer_id, vin, plate, plate_key, make, model, engine, used_at, updated_at)
       select $1, '', n, n, '', '', '', now(), now() from generate_series(1, $2) n`,
      [ana.id, carsPerPersonMax - 1],
    );
    const both = await Promise.all([add(car()), add(car({ plate: "B 11 ABC" }))]);
    expect(statusesOf(both)).toEqual([201, 409]);
    expect(await listed()).toHaveLength(carsPerPersonMax);
  });

  test("[CAR-1c] of two calls that add the same car at once, one adds it", async () => {
    const both = await Promise.all([add(car({ vin })), add(car({ vin }))]);
    expect(statusesOf(both)).toEqual([200, 201]);
  });

  test("[CAR-3] a car is named and corrected, but gets neither VIN nor plate of another", async () => {
    const [one, other] = [(await add(car())).body.car, (await add(car({ plate: "CJ 12 ABC", vin }))).body.car];
    const corrected = await change(one.id, car({ name: "Duba", plate: "B11ABC", year: null }));
    expect(corrected.body.car).toMatchObject({ id: one.id, name: "Duba", plate: "B 11 ABC", year: null });
    expect(await change(one.id, car({ vin }))).toMatchObject({ status: 409, body: { code: "conflict" } });
    await change(other.id, car({ plate: "CJ 12 ABC" }));
    expect((await change(one.id, car({ plate: "cj12abc" }))).status).toBe(409);
    expect(await listed()).toMatchObject([{ id: other.id, vin: "" }, corrected.body.car]);
  });

  test("[CAR-3a] a car that is put away is listed last with its data, and comes back when it is changed", async () => {
    const [one, other] = [(await add(car())).body.car, (await add(car({ plate: "CJ 12 ABC" }))).body.car];
    pass(1000);
    const away = await putAway(other.id);
    expect([away.status, away.body.car]).toMatchObject([200, { ...other, is_away: true, updated_at: /./u }]);
    pass(1000);
    expect((await putAway(other.id)).body).toEqual(away.body);
    expect(await listed()).toEqual([one, away.body.car]);
    await change(other.id, car({ plate: "CJ 12 ABC" }));
    expect(await listed()).toMatchObject([{ id: other.id, is_away: false }, { id: one.id }]);
  });

  test("[CAR-1][ERR-2] another customer's car looks missing, and staff change none", async () => {
    const { id } = (await add(car())).body.car;
    for (const [person, status] of [
      [mihai, 404],
      [radu, 403],
      [mia, 403],
    ] as const) {
      const answers = [await change(id, car(), person), await putAway(id, person)];
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    }
    expect((await add(car(), radu)).status).toBe(403);
    expect((await call(mihai, "GET", `/api/v1/cars/${id}/rooms`)).status).toBe(404);
    expect(await listed()).toMatchObject([{ id, is_away: false }]);
  });
});

describe("the cars of a room's customer", () => {
  test("[CAR-1] staff list them by a room that they may view, and nobody else does", async () => {
    const own = (await add(car())).body.car;
    const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
    for (const person of [ana, mia, radu])
      for (const name of [room, "oferta.10001"]) expect(await listed(person, `?room=${name}`)).toEqual([own]);
    const statusOf = async (person: Person, path: string) => (await call(person, "GET", path)).status;
    for (const person of [mihai, vlad]) expect(await statusOf(person, `/api/v1/cars?room=${room}`)).toBe(404);
    expect(await statusOf(radu, "/api/v1/cars?room=oferta.10005")).toBe(404);
    expect(await statusOf(radu, "/api/v1/cars")).toBe(422);
    const foreign = (await add(car(), mihai)).body.car;
    const rooms = (id: number) => statusOf(mia, `/api/v1/cars/${id}/rooms?room=${room}`);
    expect([await rooms(own.id), await rooms(foreign.id)]).toEqual([200, 404]);
  });
});

test("[CAR-7] the export of a customer's data has their cars", async () => {
  await add(car({ note: "două chei" }));
  await add(car(), mihai);
  const tables = new Map<string, readonly object[]>();
  await createPersonalDataStore(pool).readAll(ana.id, (table, rows) => tables.set(table, rows));
  expect(tables.get("cars")).toEqual([expect.objectContaining({ plate: "B 10 ABC", note: "două chei" })]);
});
