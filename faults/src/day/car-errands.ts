import { ask } from "../clients/client-state.ts";
import { type Errand, roomOf } from "./errand.ts";

/** Adds, changes and puts away the person's only car of their own, so that they never have too many. */
export const keepCar: Errand = async ({ client: { state }, resident, random }) => {
  const make = random.pick(["Dacia", "Škoda"]);
  const car = { name: "", make, model: "", year: null, engine: "", vin: "", plate: `CAR ${resident.id}`, note: "" };
  const { id } = (await ask(state, "POST", "/api/v1/cars", car)).body.car;
  await ask(state, "PUT", `/api/v1/cars/${id}`, { ...car, name: "Duba", note: `${random.below(1000)} km` });
  await ask(state, "DELETE", `/api/v1/cars/${id}`);
  await ask(state, "GET", "/api/v1/vins/TMBZZZ1Z8E1234567");
  const { cars } = (await ask(state, "GET", "/api/v1/cars")).body;
  await ask(state, "GET", `/api/v1/cars/${random.pick<{ readonly id: number }>(cars).id}/rooms`);
};

/** Looks at the cars of a room's customer, as staff do next to a conversation. */
export const lookAtCars: Errand = async (living) => {
  await ask(living.client.state, "GET", `/api/v1/cars?room=${roomOf(living).id}`);
};
