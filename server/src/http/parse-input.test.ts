import { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { FieldProblems } from "../kernel/outcome.ts";
import { compileInput, InvalidInput } from "./parse-input.ts";

const parse = compileInput(OfferToStore, "body");
const line = {
  ...{ id: 1, code: "GDB1763", brand: "TRW", name: "Plăcuțe", qty: 1, unit_price: "189.90", vat_rate: 21, stock: 1 },
  ...{ delivery_days: 1, status: "offered" },
};
const offer = {
  ...{ version: 1, status: "sent", customer: { id: 1 }, currency: "RON", lines: [line, line, line, line] },
  ...{ vehicle: { make: "", model: "", year: null, engine: "", vin: "", plate: "" } },
  valid_until: "2030-01-31T22:00:00.000Z",
};

function wrongFields(input: unknown, parser = parse): FieldProblems | null {
  try {
    parser(input);
    return null;
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
}

test("[ERR-2e] an invalid field is named by its whole path, at any depth", () => {
  expect(wrongFields(offer)).toBeNull();
  const { plate: _plate, ...vehicle } = { ...offer.vehicle, year: 1800 };
  const lines = [line, { ...line, qty: 0 }, 5, { ...line, unit_price: "1", status: "sold" }];
  expect(wrongFields({ ...offer, vehicle, lines })).toEqual({
    "vehicle.plate": ["required"],
    "vehicle.year": ["out_of_range"],
    "lines.1.qty": ["out_of_range"],
    "lines.2": ["wrong_type"],
    "lines.3.unit_price": ["not_valid"],
    "lines.3.status": ["not_valid"],
  });
});

test.each([
  [{}, "not_valid"],
  [{ id: "1" }, "not_valid"],
  [{ username: "" }, "not_valid"],
  [5, "wrong_type"],
])("[ERR-2e] a union is named as a whole: %j", (customer, problem) => {
  expect(wrongFields({ ...offer, customer })).toEqual({ customer: [problem] });
});

test("[ERR-2e] all invalid fields are named, up to a hundred", () => {
  const numbers = compileInput(Type.Object({ list: Type.Array(Type.Integer()) }), "body");
  const named = (count: number) =>
    Object.keys(wrongFields({ list: Array.from({ length: count }, () => "x") }, numbers) ?? {});
  expect(named(60)).toEqual(Array.from({ length: 60 }, (_, index) => `list.${index}`));
  expect(named(5000)).toHaveLength(100);
});
