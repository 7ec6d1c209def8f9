import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carsPerPersonMax } from "@cuplaj/protocol/limits.ts";
import { plateKey } from "@cuplaj/protocol/number-plate.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import { addCar, type CarDecision, changeCar, collectUses, putCarAway, type StoredCar } from "./rules.ts";

const vin = "TMBZZZ1Z8E1234567";
const otherVin = "WVWZZZ1KZ6W214587";
const unknown: Vehicle = { make: "", model: "", year: null, engine: "", vin: "", plate: "" };
const sent = (changes: Partial<StoredCar>) => ({ name: "", note: "", ...unknown, ...changes });
const stored = (id: number, changes: Partial<StoredCar>): StoredCar => ({
  ...sent(changes),
  ...{ id, awayAt: null, usedAt: "2026-01-01", updatedAt: "2026-01-01" },
  ...changes,
});
const now = "2026-11-30";
const carOf = (decision: CarDecision) => ("car" in decision ? decision.car : null);

describe("adding a car", () => {
  test("[CAR-1c] finds it by VIN, or by plate unless both have VINs", () => {
    const cars = [stored(1, { vin, plate: "B 10 ABC" }), stored(2, { plate: "CJ 12 ABC" })];
    const idOf = (vehicle: Partial<StoredCar>) => {
      const car = carOf(addCar(cars, sent(vehicle), now));
      return car !== null && "id" in car ? car.id : null;
    };
    expect(idOf({ vin, plate: "CJ 12 ABC" })).toBe(1);
    expect(idOf({ plate: "B10ABC" })).toBe(1);
    expect(idOf({ vin: otherVin, plate: "cj 12 abc" })).toBe(2);
    expect(idOf({ vin: otherVin, plate: "B 10 ABC" })).toBeNull();
    expect(idOf({ plate: "B 99 ABC" })).toBeNull();
  });

  test("[CAR-1c] takes what is sent, and retains the rest", () => {
    const cars = [stored(1, { vin, make: "Skoda", note: "două chei", name: "Duba", awayAt: "2026-02-01" })];
    expect(addCar(cars, sent({ vin, make: "Škoda", year: 2014 }), now)).toEqual({
      outcome: "changed",
      car: { ...cars[0], make: "Škoda", year: 2014, awayAt: null, usedAt: now, updatedAt: now },
    });
    expect(
      addCar(
        cars.map((car) => ({ ...car, awayAt: null })),
        sent({ vin }),
        now,
      ).outcome,
    ).toBe("same");
  });

  test("[CAR-1b] is refused beyond the limit, but a known car is updated", () => {
    const cars = Array.from({ length: carsPerPersonMax }, (_, id) => stored(id, { plate: `XX ${id}` }));
    expect(addCar(cars, sent({ vin }), now)).toEqual({ outcome: "full" });
    expect(addCar(cars, sent({ plate: "XX 7", make: "Dacia" }), now).outcome).toBe("changed");
  });
});

describe("changing a car", () => {
  const cars = [stored(1, { vin, plate: "B 10 ABC" }), stored(2, { plate: "CJ 12 ABC", awayAt: "2026-02-01" })];

  test("[CAR-3] replaces everything, and is refused for the VIN or plate of another", () => {
    const change = sent({ vin: otherVin, name: "Logan" });
    expect(changeCar(cars, 1, change, now)).toEqual({
      outcome: "changed",
      car: { ...cars[0], ...change, usedAt: now, updatedAt: now },
    });
    expect(changeCar(cars, 2, sent({ vin }), now)).toEqual({ outcome: "taken" });
    expect(changeCar(cars, 1, sent({ plate: "cj12abc" }), now)).toEqual({ outcome: "taken" });
    expect(changeCar(cars, 1, sent({ vin, plate: "CJ 12 ABC" }), now).outcome).toBe("changed");
    expect(changeCar(cars, 3, sent({ vin: otherVin }), now)).toEqual({ outcome: "absent" });
  });

  test("[CAR-3a] brings it back; putting it away again changes nothing", () => {
    expect(carOf(changeCar(cars, 2, sent({ plate: "CJ 12 ABC" }), now))).toMatchObject({ awayAt: null });
    expect(putCarAway(cars, 2, now)).toEqual({ outcome: "same", car: cars[1] });
    expect(putCarAway(cars, 1, now)).toMatchObject({ outcome: "changed", car: { awayAt: now, note: "" } });
    expect(putCarAway(cars, 3, now)).toEqual({ outcome: "absent" });
  });
});

describe("offers and requests", () => {
  const use = (id: number, vehicle: Partial<Vehicle>, isOwn = false, at = "2026-11-29") => ({
    ...{ id, isOwn, at },
    vehicle: { ...unknown, ...vehicle },
  });

  test("[CAR-2] several for one car add it once, in normal form", () => {
    const uses = [
      use(1, { plate: "b-10-abc", make: "Dacia" }),
      use(2, { vin: vin.toLowerCase(), plate: "B10ABC" }),
      use(3, { vin }),
      use(4, { make: "Dacia", vin: "necunoscut" }),
    ];
    const [car, ...others] = collectUses([], uses, now);
    expect(others).toEqual([]);
    expect(car).toMatchObject({ id: null, useIds: [1, 2, 3] });
    expect(car?.car).toMatchObject({ vin, plate: "B 10 ABC", make: "Dacia", usedAt: "2026-11-29", updatedAt: now });
  });

  test("[CAR-2a] an offer fills in what is missing, overwrites nothing, and brings no car back", () => {
    const before = stored(1, { vin, make: "Skoda", engine: "", awayAt: "2026-02-01" });
    const [used] = collectUses([before], [use(5, { vin, make: "Škoda", engine: "2.0 TDI", plate: "B 10 ABC" })], now);
    expect(used?.car).toEqual({
      ...before,
      ...{ engine: "2.0 TDI", plate: "B 10 ABC", usedAt: "2026-11-29", updatedAt: now },
    });
  });

  test("[CAR-2a] an offer that adds nothing changes only when the car was used", () => {
    const before = stored(1, { vin, usedAt: "2026-11-01" });
    expect(collectUses([before], [use(5, { vin })], now)[0]?.car).toEqual({ ...before, usedAt: "2026-11-29" });
    expect(collectUses([before], [use(5, { vin }, false, "2026-10-01")], now)[0]?.car).toEqual(before);
  });

  test("[CAR-3a] a request brings its car back", () => {
    const before = stored(1, { vin, awayAt: "2026-02-01" });
    expect(collectUses([before], [use(5, { vin }, true)], now)[0]?.car.awayAt).toBeNull();
  });

  test("[CAR-1b][CAR-2] whatever they name, no car is added twice, none is lost, and there are at most 500", () => {
    const vehicle = fc.record({
      ...unknownOf(["make", "model", "engine"]),
      year: fc.constant(null),
      vin: fc.constantFrom("", vin, otherVin, "nu știu"),
      plate: fc.constantFrom("", "B 10 ABC", "b10abc", "CJ 12 ABC", "AB/123/CD"),
    });
    const many = Array.from({ length: carsPerPersonMax - 1 }, (_, id) => stored(id, { plate: `XX ${id}` }));
    fc.assert(
      fc.property(fc.array(fc.tuple(vehicle, fc.boolean())), fc.constantFrom([], many), (named, cars) => {
        const uses = named.map(([each, isOwn], id) => use(id, each, isOwn));
        const used = collectUses(cars, uses, now);
        const added = used.filter(({ id }) => id === null).map(({ car }) => car);
        const after = [...cars.filter(({ id }) => used.every((each) => each.id !== id)), ...used.map(({ car }) => car)];
        expect(after).toHaveLength(cars.length + added.length);
        expect(after.length).toBeLessThanOrEqual(carsPerPersonMax);
        const keys = after.map((car) => (car.vin === "" ? plateKey(car.plate) : car.vin));
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

const unknownOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fc.constantFrom("", "x")])) as Record<Name, fc.Arbitrary<string>>;
