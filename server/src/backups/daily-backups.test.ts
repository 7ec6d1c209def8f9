import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { backUpDaily } from "./daily-backups.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-daily-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("[KEEP-11] each UTC day gets one backup soon after it begins, a failed one is retried, the newest are kept, and a stop ends it", async () => {
  let now = Date.parse("2026-11-27T15:00:00Z");
  const clock = {
    ...clockAt(() => now),
    setTimeout(run: () => void, delayMs: number) {
      now += delayMs;
      return systemClock.setTimeout(run, 0);
    },
  };
  const stop = new AbortController();
  const [begun, said]: [string[], string[]] = [[], []];
  writeFileSync(join(folder, "before-the-upgrade.tar.zst"), "");
  await backUpDaily({
    ...{ folder, newest: 2, clock, stop: stop.signal },
    say: (line) => void said.push(line),
    makeOne(file) {
      begun.push(isoTime(now));
      if (begun.length === 2) return Promise.reject(new Error("no room"));
      writeFileSync(file, "");
      utimesSync(file, now / 1000, now / 1000);
      if (begun.length === 5) stop.abort(new Error("stopped"));
      return Promise.resolve([`made ${begun.length}`]);
    },
  });
  expect(begun).toEqual([
    "2026-11-27T15:00:00.000Z",
    "2026-11-28T00:00:00.000Z",
    "2026-11-28T00:10:00.000Z",
    "2026-11-29T00:00:00.000Z",
    "2026-11-30T00:00:00.000Z",
  ]);
  expect(said).toEqual(["made 1", "no room", "made 3", "made 4", "made 5"]);
  expect(readdirSync(folder).toSorted()).toEqual([
    "before-the-upgrade.tar.zst",
    "cuplaj-2026-11-29.tar.zst",
    "cuplaj-2026-11-30.tar.zst",
  ]);
});
