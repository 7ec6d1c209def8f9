import type { CarToStore } from "@cuplaj/protocol/car.ts";
import { carsPerPersonMax } from "@cuplaj/protocol/limits.ts";
import { normalPlate, plateKey } from "@cuplaj/protocol/number-plate.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { normalVin } from "@cuplaj/protocol/vin.ts";

/** `awayAt` is null unless the customer put the car away. */
export interface CarState extends CarToStore {
  readonly awayAt: string | null;
  readonly usedAt: string;
  readonly updatedAt: string;
}

export interface StoredCar extends CarState {
  readonly id: number;
}

/** An offer or request for a car. Customers make requests themselves, but not offers. */
export interface CarUse {
  readonly id: number;
  readonly vehicle: Vehicle;
  readonly isOwn: boolean;
  readonly at: string;
}

export type CarRefusal = { readonly outcome: "full" | "taken" | "absent" };
export type CarDecision =
  | { readonly outcome: "same" | "changed"; readonly car: StoredCar }
  | { readonly outcome: "made"; readonly car: CarState }
  | CarRefusal;

/** CAR-3: only customers change cars, and only their own. */
export const mayKeepCars = ({ type, roles }: User): boolean =>
  type === "customer" && hasPermission(roles, "rooms.view");

/** Brings VIN and plate into their normal forms; a text that is not a VIN becomes empty. */
export const normalVehicle = <Of extends Vehicle>(vehicle: Of): Of => ({
  ...vehicle,
  vin: normalVin(vehicle.vin) ?? "",
  plate: normalPlate(vehicle.plate),
});

/** CAR-1a: whether a car can be told from others. */
export const isIdentified = ({ vin, plate }: Pick<Vehicle, "vin" | "plate">): boolean =>
  vin !== "" || plateKey(plate) !== "";

/** CAR-1c: a car is found by its VIN, or else by its plate unless both have VINs. `cars` begin with the last used. */
function findCar<Known extends CarState>(
  cars: readonly Known[],
  { vin, plate }: Pick<Vehicle, "vin" | "plate">,
): Known | undefined {
  const byVin = vin === "" ? undefined : cars.find((car) => car.vin === vin);
  const key = plateKey(plate);
  if (byVin !== undefined || key === "") return byVin;
  return cars.find((car) => plateKey(car.plate) === key && (car.vin === "" || vin === ""));
}

const newCar = (sent: CarToStore, at: string, now: string): CarState => ({
  ...sent,
  ...{ awayAt: null, usedAt: at, updatedAt: now },
});

const texts = ["name", "vin", "plate", "make", "model", "engine", "note"] as const;
const fields = [...texts, "year", "awayAt"] as const;

/** Takes each value from `first`, or from `then` if it is unknown there. */
const filled = <Known extends CarState>(car: Known, first: CarToStore, then: CarToStore): Known => ({
  ...car,
  ...Object.fromEntries(texts.map((field) => [field, first[field] === "" ? then[field] : first[field]])),
  year: first.year ?? then.year,
});

const isSame = (before: CarState, car: CarState): boolean => fields.every((field) => before[field] === car[field]);

/** A repeated call changes nothing, not even times (ERR-6). */
const ownChange = (before: StoredCar, car: StoredCar, now: string): CarDecision =>
  isSame(before, car)
    ? { outcome: "same", car: before }
    : { outcome: "changed", car: { ...car, usedAt: now, updatedAt: now } };

/** CAR-1c: adds a car, or updates the known one with what is sent of it. */
export function addCar(cars: readonly StoredCar[], sent: CarToStore, now: string): CarDecision {
  const before = findCar(cars, sent);
  if (before !== undefined) return ownChange(before, { ...filled(before, sent, before), awayAt: null }, now);
  return cars.length < carsPerPersonMax ? { outcome: "made", car: newCar(sent, now, now) } : { outcome: "full" };
}

/** CAR-3: changes a car, and brings it back. */
export function changeCar(cars: readonly StoredCar[], id: number, sent: CarToStore, now: string): CarDecision {
  const before = cars.find((car) => car.id === id);
  if (before === undefined) return { outcome: "absent" };
  const isTaken = cars.some(
    ({ id: other, vin, plate }) =>
      other !== id && vin === sent.vin && (vin !== "" || plateKey(plate) === plateKey(sent.plate)),
  );
  return isTaken ? { outcome: "taken" } : ownChange(before, { ...before, ...sent, awayAt: null }, now);
}

export function putCarAway(cars: readonly StoredCar[], id: number, now: string): CarDecision {
  const before = cars.find((car) => car.id === id);
  if (before === undefined) return { outcome: "absent" };
  if (before.awayAt !== null) return { outcome: "same", car: before };
  return { outcome: "changed", car: { ...before, awayAt: now, updatedAt: now } };
}

/** A car and the offers and requests that were found to be for it; `id` is null if it is new. */
interface UsedCar {
  readonly id: number | null;
  car: CarState;
  readonly useIds: number[];
}

/** CAR-2: finds the car of each offer and request. A new one is added within the limit. Returns the cars that any are for. */
export function collectUses(cars: readonly StoredCar[], uses: readonly CarUse[], now: string): readonly UsedCar[] {
  const collected: UsedCar[] = cars.map((car) => ({ id: car.id, car, useIds: [] }));
  for (const use of uses) {
    const sent = normalVehicle({ name: "", note: "", ...use.vehicle });
    if (!isIdentified(sent)) continue;
    const before = findCar(
      collected.map(({ car }) => car),
      sent,
    );
    const known = collected.find(({ car }) => car === before);
    if (known !== undefined) {
      known.car = usedCar(known.car, sent, use, now);
      known.useIds.push(use.id);
    } else if (collected.length < carsPerPersonMax)
      collected.push({ id: null, car: newCar(sent, use.at, now), useIds: [use.id] });
  }
  return collected.filter(({ useIds }) => useIds.length > 0);
}

/** CAR-2a, CAR-3a: fills only what is missing. Only the customer's own use brings a car back. */
function usedCar(before: CarState, sent: CarToStore, { isOwn, at }: CarUse, now: string): CarState {
  const car = { ...filled(before, before, sent), awayAt: isOwn ? null : before.awayAt };
  const updatedAt = isSame(before, car) ? before.updatedAt : now;
  return { ...car, updatedAt, usedAt: before.usedAt > at ? before.usedAt : at };
}
