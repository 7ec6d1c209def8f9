import { carsPerPersonMax } from "@cuplaj/protocol/limits.ts";
import type { CallWorld, Given } from "../api-document/call-world.ts";
import type { Person } from "../people.ts";
import { type CallRows, readers, signedIn, withRoles } from "./call-row.ts";

const car = {
  ...{ name: "", make: "Dacia", model: "Logan", year: null, engine: "", vin: "", plate: "B 200 CAR", note: "" },
};
const otherCar = { ...car, plate: "B 300 CAR" };
const ofOwners = "401 404 404 403 403 403 403 403 403 403 403";

async function ofCar({ api }: CallWorld, person: Person, body?: object): Promise<Given> {
  const { id } = (await api.call(person, "POST", "/api/v1/cars", car)).body.car;
  return { params: { carId: id }, ...(body && { body }) };
}

const fill = ({ api }: CallWorld, { id }: Person) =>
  api.pool.query(
    `insert into cars (customer_id, vin, plate, plate_key, make, model, engine, used_at, updated_at)
     select $1, '', n, n, '', '', '', now(), now() from generate_series(1, $2) n`,
    [id, carsPerPersonMax],
  );

export const carRows = {
  listCars: {
    access: ({ roomId }) => [
      { query: { room: String(roomId) }, statuses: readers },
      { statuses: "401 200 200 422 422 422 422 422 403 403 422" },
    ],
    foreign: ({ foreign }) => ({ query: { room: String(foreign["channelId"]) } }),
    also: ({ room }) => [
      { query: { room: String(room) }, as: "mia", status: 200 },
      { as: "mia", status: 422, code: "invalid" },
    ],
  },
  listCarRooms: {
    access: ({ roomId }) => ({ query: { room: String(roomId) }, statuses: signedIn(404) }),
    given: ofCar,
  },
  addCar: {
    access: { body: car, statuses: "401 201 201 403 403 403 403 403 403 403 403" },
    also: (world) => {
      const { mihai } = world.api.people;
      return [
        { status: 200 },
        { as: "radu", status: 403, code: "forbidden" },
        { body: { ...car, plate: "" }, status: 422, code: "invalid" },
        { before: () => fill(world, mihai), body: otherCar, as: "mihai", status: 409, code: "conflict" },
      ];
    },
  },
  changeCar: {
    access: { body: car, statuses: ofOwners },
    given: (world, person) => ofCar(world, person, { ...car, name: "Duba" }),
    also: async (world, person) => {
      const given = await ofCar(world, person);
      await world.api.call(person, "POST", "/api/v1/cars", otherCar);
      return [
        { ...given, body: otherCar, status: 409, code: "conflict" },
        { ...given, body: car, as: "mihai", status: 404, code: "not_found" },
        { ...given, body: car, as: "mia", status: 403, code: "forbidden" },
      ];
    },
  },
  putCarAway: {
    access: { statuses: ofOwners },
    given: ofCar,
    also: async (world, person) => [{ ...(await ofCar(world, person)), as: "mia", status: 403, code: "forbidden" }],
  },
  decodeVin: {
    access: { params: { vin: "TMBZZZ1Z8E1234567" }, statuses: withRoles(200) },
    foreign: () => ({ params: { vin: "TMBZZZ1Z8E123456" } }),
  },
} satisfies CallRows;
