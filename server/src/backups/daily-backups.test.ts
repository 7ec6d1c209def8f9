import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { backUpDaily, backUpToday } from "./daily-backups.ts";

const folders = mkdtempSync(join(tmpdir(), "cuplaj-daily-"));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

test("[KEEP-11] each UTC day gets one backup soon after it begins, a failed one is retried, the newest are kept, and a stop ends it", async () => {
  const folder = mkdtempSync(join(folders, "all-"));
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
  const daily = {
    ...{ folder, newest: 2, now: () => now },
    say: (line: string) => void said.push(line),
    makeOne(file: string) {
      begun.push(isoTime(now));
      if (begun.length === 2) return Promise.reject(new Error("no room"));
      writeFileSync(file, "");
      utimesSync(file, now / 1000, now / 1000);
      if (begun.length === 5) stop.abort(new Error("stopped"));
      return Promise.resolve([`made ${begun.length}`]);
    },
  };
  await backUpDaily(daily, { clock, stop: stop.signal });
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

test("[KEEP-11] a single run makes the day's backup if it is missing, keeps backups of other names, and fails if it fails", async () => {
  const folder = mkdtempSync(join(folders, "once-"));
  let made = 0;
  const makeOne = (file: string): Promise<readonly string[]> => {
    if (made === 2) return Promise.reject(new Error("no room"));
    made += 1;
    writeFileSync(file, "");
    return Promise.resolve([]);
  };
  const runOn = (day: string): Promise<void> =>
    backUpToday({ folder, newest: 1, now: () => Date.parse(`${day}T01:00:00Z`), say: () => undefined, makeOne });
  writeFileSync(join(folder, "cuplaj-by-hand.tar.zst"), "");
  const first = join(folder, "cuplaj-2026-11-27.tar.zst");
  for (const day of ["2026-11-27", "2026-11-27"]) await runOn(day);
  expect([made, existsSync(first)]).toEqual([1, true]);
  utimesSync(first, 0, 0);
  await runOn("2026-11-28");
  await expect(runOn("2026-11-29")).rejects.toThrow("no room");
  expect(readdirSync(folder).toSorted()).toEqual(["cuplaj-2026-11-28.tar.zst", "cuplaj-by-hand.tar.zst"]);
});

test("[KEEP-11] partial files count for nothing and are removed an hour after their last change, and a clock set back removes no new backup", async () => {
  const folder = mkdtempSync(join(folders, "parts-"));
  const now = Date.parse("2026-11-01T12:00:00Z");
  const write = (name: string, at: number): void => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at / 1000, at / 1000);
  };
  for (const day of ["19", "20"]) write(`cuplaj-2026-11-${day}.tar.zst`, Date.parse(`2026-11-${day}T00:00:00Z`));
  write("cuplaj-2026-11-01.tar.zst.some.part", now - 60_000);
  write("cuplaj-2026-10-31.tar.zst.other.part", now - 7_200_000);
  write("cuplaj-2026-10-30.tar.zst.part", now - 7_200_000);
  const makeOne = (file: string): Promise<readonly string[]> => {
    write(basename(file), now);
    return Promise.resolve([]);
  };
  await backUpToday({ folder, newest: 2, now: () => now, say: () => undefined, makeOne });
  expect(readdirSync(folder).toSorted()).toEqual([
    "cuplaj-2026-11-01.tar.zst",
    "cuplaj-2026-11-01.tar.zst.some.part",
    "cuplaj-2026-11-20.tar.zst",
  ]);
});
