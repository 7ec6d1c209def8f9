import { expect, test } from "vitest";
import type { CustomerCar } from "../state/cars/cars-shape.ts";
import { carsOf } from "../state/cars/shown-cars.ts";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp } from "../testing/test-app.ts";

const car: CustomerCar = {
  ...{ id: 4, name: "Duba mică", note: "", vin: "", plate: "B 123 ANA" },
  ...{ make: "", model: "", year: null, engine: "", isAway: false },
};

test("[ASK-2][GAR-1a] cars are asked for again after a failure", () => {
  const app = createAnasApp();
  app.dispatch({ type: "cars/asked", of: "own" });
  app.dispatch({ type: "cars/failed", of: "own", error: callError("unavailable") });
  app.clock.pass(2000);
  expect(app.asked("call-cars")).toHaveLength(2);
  app.dispatch({ type: "cars/loaded", of: "own", list: [car] });
  expect([carsOf(app.getState(), "own"), app.getState().failures]).toEqual([[car], {}]);
});

test("[GAR-5] the cars of one room's customer never show for another's", () => {
  const app = createAnasApp();
  app.dispatch({ type: "cars/asked", of: 1 });
  app.dispatch({ type: "cars/loaded", of: 1, list: [car] });
  app.dispatch({ type: "cars/toggled", carId: car.id });
  app.dispatch({ type: "cars/asked", of: 2 });
  app.dispatch({ type: "cars/loaded", of: 1, list: [car] });
  app.dispatch({ type: "cars/failed", of: 1, error: callError("unavailable") });
  const { cars, failures } = app.getState();
  expect([cars.of, cars.list, cars.opened, failures]).toEqual([2, null, null, {}]);
});

test("[GAR-3] one change is made at a time, and an answer after the form was closed only changes the list", () => {
  const app = createAnasApp();
  const { id: _id, isAway: _isAway, ...stored } = car;
  app.dispatch({ type: "cars/loaded", of: "own", list: [car] });
  app.dispatch({ type: "cars/shown", of: "own", form: { carId: 4 } });
  for (const name of ["Duba", "Duba mare"])
    app.dispatch({ type: "cars/change-asked", carId: 4, car: { ...stored, name } });
  expect(app.asked("call-change-car")).toMatchObject([{ carId: 4, car: { name: "Duba" } }]);
  app.dispatch({ type: "cars/shown", of: "own", form: { carId: null } });
  app.dispatch({ type: "cars/changed", carId: 4, car: { ...car, name: "Duba" } });
  expect(app.getState().cars).toMatchObject({ list: [{ name: "Duba" }], form: { carId: null } });
});

test("[GAR-3b] a car that could not be put away comes back, and says why", () => {
  const app = createAnasApp();
  app.dispatch({ type: "cars/loaded", of: "own", list: [car] });
  app.dispatch({ type: "cars/put-away-due", carId: 4 });
  expect(app.getState().cars.list).toEqual([{ ...car, isAway: true }]);
  app.dispatch({ type: "cars/put-away-failed", carId: 4, error: callError("forbidden") });
  expect(app.getState().cars).toMatchObject({ list: [car], change: { carId: 4, error: { code: "forbidden" } } });
});
