import type { Car, CarToStore } from "@cuplaj/protocol/car.ts";
import { isText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { done, invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { toCar } from "./list-cars.ts";
import {
  addCar,
  type CarDecision,
  changeCar,
  isIdentified,
  mayKeepCars,
  normalVehicle,
  putCarAway,
  type StoredCar,
} from "./rules.ts";
import type { CarStore } from "./store.ts";

export interface ChangeCarsParts {
  readonly cars: CarStore;
  readonly clock: Pick<Clock, "now">;
}

interface ChangedCar {
  readonly car: Car;
  readonly isNew: boolean;
}

/** CAR-1c: adds a car of the caller, or updates the one that they have. */
export const addOwnCar = async (parts: ChangeCarsParts, caller: User, sent: CarToStore): Promise<Outcome<ChangedCar>> =>
  await storeCar(parts, caller, sent, addCar);

/** CAR-3: changes a car of the caller. */
export const changeOwnCar = async (
  parts: ChangeCarsParts,
  caller: User,
  carId: number,
  sent: CarToStore,
): Promise<Outcome<Car>> =>
  mapOk(await storeCar(parts, caller, sent, (cars, car, now) => changeCar(cars, carId, car, now)), ({ car }) => car);

/** CAR-3a: puts a car of the caller away. */
export const putOwnCarAway = async (parts: ChangeCarsParts, caller: User, carId: number): Promise<Outcome<Car>> =>
  mapOk(await decide(parts, caller, (cars, now) => putCarAway(cars, carId, now)), ({ car }) => car);

async function storeCar(
  parts: ChangeCarsParts,
  caller: User,
  sent: CarToStore,
  how: (cars: readonly StoredCar[], car: CarToStore, now: string) => CarDecision,
): Promise<Outcome<ChangedCar>> {
  const car = readCar(sent);
  return car.ok ? await decide(parts, caller, (cars, now) => how(cars, car.value, now)) : car;
}

async function decide(
  { cars, clock }: ChangeCarsParts,
  caller: User,
  how: (cars: readonly StoredCar[], now: string) => CarDecision,
): Promise<Outcome<ChangedCar>> {
  if (!mayKeepCars(caller)) return refused("forbidden");
  const now = isoTime(clock.now());
  const change = await cars.change(caller.id, (own) => how(own, now));
  if ("car" in change) return done({ car: toCar(change.car), isNew: change.outcome === "made" });
  return refused(change.outcome === "absent" ? "not_found" : "conflict");
}

const texts = ["name", "make", "model", "engine", "vin", "plate", "note"] as const;

/** SEC-13b: drops unknown fields, empties texts without visible characters, and refuses a VIN that is not one. */
function readCar(sent: CarToStore): Outcome<CarToStore> {
  const broken = texts.find((field) => !isText(sent[field]));
  if (broken !== undefined) return invalidField(broken, "not_text");
  const { year } = sent;
  const [name, make, model, engine] = [shown(sent.name), shown(sent.make), shown(sent.model), shown(sent.engine)];
  const [vin, plate, note] = [shown(sent.vin), shown(sent.plate), shown(sent.note)];
  const car = normalVehicle({ name, make, model, year, engine, vin, plate, note });
  if (vin !== "" && car.vin === "") return invalidField("vin", "not_valid");
  return isIdentified(car) ? done(car) : invalidField("plate", "required");
}

const shown = (text: string): string => (showsSomething(text) ? text.trim() : "");
