import { expect, test } from "vitest";
import { carWords, filledIn, vehicleOf } from "./typed-vehicle.ts";

test("[ASK-2a][GAR-3a] a VIN fills only fields that are empty", () => {
  const typed = { ...vehicleOf(() => ""), name: "Duba", vin: "tmbzzz1z8e1234567", model: "Superb" };
  const known = { vin: "TMBZZZ1Z8E1234567", make: "Škoda", model: "Octavia", year: null, engine: "" };
  const filled = filledIn(typed, known);
  expect(filled).toEqual({ ...typed, make: "Škoda" });
  expect(carWords(filled)).toBe("Škoda Superb");
});
