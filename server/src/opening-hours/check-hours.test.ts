import { expect, test } from "vitest";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { wrongField } from "./check-hours.ts";

const usual = exampleOf(OpeningHours);
const monday = (...times: readonly (readonly [from: string, to: string])[]) => ({
  week: [times.map(([from, to]) => ({ from, to })), ...usual.week.slice(1)],
});
const closed = (from: string, to: string) => ({ closures: [...usual.closures, { from, to }] });

test.each([
  [{}, null],
  [{ time_zone: "Asia/Kathmandu" }, null],
  [{ time_zone: "Europe/Brasov" }, "hours.time_zone"],
  [{ time_zone: "+02:00" }, "hours.time_zone"],
  [monday(), null],
  [monday(["13:00", "24:00"], ["00:00", "12:00"], ["12:00", "13:00"]), null],
  [monday(["12:00", "13:01"], ["13:00", "14:00"]), "hours.week.0"],
  [monday(["08:00", "18:00"], ["09:00", "10:00"]), "hours.week.0"],
  [monday(["08:00", "18:00"], ["08:00", "18:00"]), "hours.week.0"],
  [monday(["08:00", "08:00"]), "hours.week.0"],
  [monday(["18:00", "08:00"]), "hours.week.0"],
  [closed("2028-02-29", "2028-02-29"), null],
  [closed("2026-12-31", "2027-01-02"), null],
  [closed("2026-02-29", "2026-03-01"), "hours.closures.1"],
  [closed("2026-03-01", "2026-04-31"), "hours.closures.1"],
  [closed("2026-03-02", "2026-03-01"), "hours.closures.1"],
])("[HOURS-1a] of %j the invalid field is %s", (change, field) => {
  expect(wrongField({ ...usual, ...change })).toBe(field);
});
