import { expect, test } from "vitest";
import { readMoment, readPrice, readWhole } from "./csv-values.ts";

test.each([
  ["1234", "1234.00", "1234.00"],
  ["1234,5", "1234.50", "1234.50"],
  ["1234.50", "1234.50", "1234.50"],
  ["1.234,50", "1234.50", "1234.50"],
  ["1,234.50", "1234.50", "1234.50"],
  ["1.234", "1234.00", null],
  ["1,234", null, "1234.00"],
  ["1.234.567", "1234567.00", null],
  ["1.234,567", null, null],
  ["12.34.567", null, null],
  ["1.234.56", null, null],
  ["0012,5", "12.50", "12.50"],
  ["-1", null, null],
  ["1e3", null, null],
  ["12 lei", null, null],
  [",50", null, null],
])("[ERP-2g] %s is a price of %s in a file with semicolons, and %s with commas", (cell, romanian, english) => {
  expect([readPrice(cell, "romanian"), readPrice(cell, "english")]).toEqual([romanian ?? cell, english ?? cell]);
});

test.each([
  ["12", 12, 12],
  ["0", 0, 0],
  ["1.200", 1200, "1.200"],
  ["1,200", "1,200", 1200],
  ["1,0", "1,0", "1,0"],
  ["01", "01", "01"],
  ["-1", "-1", "-1"],
])("[ERP-2g] %s is a whole number", (cell, romanian, english) => {
  expect([readWhole(cell, "romanian"), readWhole(cell, "english")]).toEqual([romanian, english]);
});

test.each([
  ["31.12.2026", "2026-12-31T21:59:59.000Z"],
  ["1.7.2026", "2026-07-01T20:59:59.000Z"],
  ["2026-07-01", "2026-07-01T20:59:59.000Z"],
  ["2026-10-25", "2026-10-25T21:59:59.000Z"],
  ["2026-07-01T10:00:00.000Z", "2026-07-01T10:00:00.000Z"],
  ["31.02.2026", "31.02.2026"],
  ["12/31/2026", "12/31/2026"],
])("[ERP-2g] %s is valid until %s: to the end of that day in Romania", (cell, moment) => {
  expect(readMoment(cell)).toBe(moment);
});
