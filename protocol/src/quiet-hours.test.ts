import { describe, expect, test } from "vitest";
import { isQuiet, isTimeZone } from "./quiet-hours.ts";

const at = (time: string): number => Number(new Date(`2026-${time}Z`));
const night = { from: "22:00", to: "07:30" };

describe("isQuiet", () => {
  test.each([
    // Romania is UTC+2 in winter and UTC+3 in summer.
    ["01-15T19:59", night, "Europe/Bucharest", false],
    ["01-15T20:00", night, "Europe/Bucharest", true],
    ["01-15T22:30", night, "Europe/Bucharest", true],
    ["01-15T05:29", night, "Europe/Bucharest", true],
    ["01-15T05:30", night, "Europe/Bucharest", false],
    ["07-15T18:59", night, "Europe/Bucharest", false],
    ["07-15T19:00", night, "Europe/Bucharest", true],
    ["07-15T04:30", night, "Europe/Bucharest", false],
    // Clocks go back at 04:00 on 25 October, forward at 03:00 on 29 March.
    ["10-25T00:30", { from: "03:00", to: "04:00" }, "Europe/Bucharest", true],
    ["10-25T01:30", { from: "03:00", to: "04:00" }, "Europe/Bucharest", true],
    ["10-25T02:00", { from: "03:00", to: "04:00" }, "Europe/Bucharest", false],
    ["03-29T01:00", { from: "03:00", to: "04:00" }, "Europe/Bucharest", false],
    ["01-15T13:00", night, "Asia/Tokyo", true],
    ["01-15T22:29", night, "Asia/Tokyo", true],
    ["01-15T22:30", night, "Asia/Tokyo", false],
    ["01-15T06:30", night, "Asia/Kolkata", false],
    ["01-15T16:30", night, "Asia/Kolkata", true],
    ["01-15T12:00", { from: "12:00", to: "14:00" }, "UTC", true],
    ["01-15T13:59", { from: "12:00", to: "14:00" }, "UTC", true],
    ["01-15T14:00", { from: "12:00", to: "14:00" }, "UTC", false],
    ["01-15T00:00", { from: "00:00", to: "00:01" }, "UTC", true],
    ["01-15T12:00", { from: "12:00", to: "12:00" }, "UTC", false],
    ["01-15T23:00", night, "Mars/Olympus", false],
  ])("[PUSH-4] at %s (UTC) in %o of %s: %s", (time, hours, zone, isIt) => {
    expect(isQuiet({ ...hours, time_zone: zone }, at(time))).toBe(isIt);
  });

  test("[PUSH-4] without quiet hours, no hour is quiet", () => {
    expect(isQuiet(null, 0)).toBe(false);
  });
});

test.each([
  ["Europe/Bucharest", true],
  ["UTC", true],
  ["Europe/Nowhere", false],
  ["+02:00", false],
  ["", false],
  ["'; drop", false],
])("[NOTE-2] whether %j is a time zone: %s", (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
