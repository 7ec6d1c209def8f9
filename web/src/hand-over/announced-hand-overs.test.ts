import { expect, test } from "vitest";
import { timestampOf } from "../platform/clock.ts";
import { createFakeDevice } from "../testing/fake-device.ts";
import { markAnnounced } from "./late-runners.ts";

const now = Date.UTC(2026, 0, 5, 8);
const dayMs = 24 * 3_600_000;
const handed = (roomId: number, ageMs: number) => ({ roomId, at: timestampOf(now - ageMs) });

test("[ACT-10] each hand-over is announced once per device, and again if the room is handed over again", () => {
  const tab = createFakeDevice().openTab();
  const many = Array.from({ length: 150 }, (_, i) => handed(i + 1, 1000));
  expect(markAnnounced(tab, "erp.2", many, now)).toHaveLength(150);
  expect(markAnnounced(tab, "erp.2", many, now + dayMs)).toEqual([]);
  expect(markAnnounced(tab, "erp.2", [handed(1, 500)], now)).toEqual([1]);
  expect(markAnnounced(tab, "erp.3", [handed(2, 1000)], now)).toEqual([2]);
});

test("[ACT-10d] hand-overs older than three days are not news, even on a new device", () => {
  const tab = createFakeDevice().openTab();
  expect(markAnnounced(tab, "erp.2", [handed(1, 9 * dayMs), handed(2, 2 * dayMs)], now)).toEqual([2]);
});
