import { expect, test } from "vitest";
import { dayLabel, shortTimeLabel, timeLabel } from "./time-label.ts";

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const words = { today: "azi", yesterday: "ieri" };
const now = at(2026, 3, 10, 0, 5);

test("[LANG-1a] a day is today, yesterday, a weekday with its date, or a date with its year", () => {
  expect(dayLabel(at(2026, 3, 10, 0, 1), now, "ro", words)).toBe("azi");
  expect(dayLabel(at(2026, 3, 9, 23, 59), now, "ro", words)).toBe("ieri");
  expect(dayLabel(at(2026, 3, 2), now, "ro", words)).toBe("luni, 2 martie");
  expect(dayLabel(at(2024, 3, 4), now, "ro", words)).toBe("4 martie 2024");
  expect(dayLabel(at(2026, 3, 2), now, "en", words)).toBe("Monday 2 March");
});

test("[LANG-1a] a row's time is as short as its age allows", () => {
  expect(shortTimeLabel(at(2026, 3, 10, 0, 1), now, "ro", "ieri")).toBe("00:01");
  expect(shortTimeLabel(at(2026, 3, 9, 8), now, "ro", "ieri")).toBe("ieri");
  expect(shortTimeLabel(at(2026, 3, 6), now, "ro", "ieri")).toBe("vin.");
  expect(shortTimeLabel(at(2026, 1, 6), now, "ro", "ieri")).toBe("6 ian.");
  expect(shortTimeLabel(at(2025, 1, 6), now, "ro", "ieri")).toBe("6 ian. 2025");
});

test("[LANG-1a] times are on the 24-hour clock in both languages", () => {
  expect(timeLabel(at(2026, 3, 9, 14, 5), "ro")).toBe("14:05");
  expect(timeLabel(at(2026, 3, 9, 0, 5), "en")).toBe("00:05");
});
