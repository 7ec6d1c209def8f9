import { expect, test } from "vitest";
import { timestampOf } from "../platform/clock.ts";
import { createFakeDevice } from "../testing/fake-device.ts";
import { markAnnounced } from "./late-runners.ts";

const now = Date.UTC(2026, 0, 5, 8);
const dayMs = 24 * 3_600_000;
const handed = (roomId: number, ageMs: number) => ({ roomId, at: timestampOf(now - ageMs) });

test("[ACT-10] a hand-over is announced once on a device, however many there are, and again when the room comes again", () => {
  const tab = createFakeDevice().openTab();
  const many = Array.from({ length: 150 }, (_, i) => handed(i + 1, 1000));
  expect(markAnnounced(tab, "erp.2", many, now)).toHaveLength(150);
  expect(markAnnounced(tab, "erp.2", many, now + dayMs)).toEqual([]);
  expect(markAnnounced(tab, "erp.2", [handed(1, 500)], now)).toEqual([1]);
  expect(markAnnounced(tab, "erp.3", [handed(2, 1000)], now)).toEqual([2]);
});

test("[ACT-10d] what is older than three days is no news, also on a device that has announced nothing", () => {
  const tab = createFakeDevice().openTab();
  expect(markAnnounced(tab, "erp.2", [handed(1, 9 * dayMs), handed(2, 2 * dayMs)], now)).toEqual([2]);
});
