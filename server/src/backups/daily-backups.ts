import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, isoTime, withTimeout } from "../kernel/clock.ts";
import { keepNewest, listFiles } from "./keep-newest.ts";

export interface DailyBackups {
  readonly folder: string;
  readonly newest: number;
  readonly now: () => number;
  readonly say: (line: string) => void;
  /** Writes one backup; returns the lines to print about it. */
  readonly makeOne: (file: string) => Promise<readonly string[]>;
}

const lookEveryMs = 600_000;
const named = /^cuplaj-\d{4}-\d\d-\d\d\.tar\.zst$/u;
const unfinished = /^cuplaj-\d{4}-\d\d-\d\d\.tar\.zst(?:\..+)?\.part$/u;
/** A partial file that nobody has written to for so long is left from a killed backup. */
const forgottenAfterMs = 3_600_000;

/** Makes the backup of this UTC day if it is missing, then removes old ones (KEEP-11). */
export async function backUpToday({ folder, newest, now, say, makeOne }: DailyBackups): Promise<void> {
  const made = `cuplaj-${isoTime(now()).slice(0, 10)}.tar.zst`;
  const file = join(folder, made);
  if (!existsSync(file)) {
    for (const { name, changedAt } of existsSync(folder) ? await listFiles(folder, unfinished) : [])
      if (now() - changedAt > forgottenAfterMs) await rm(join(folder, name), { force: true });
    for (const line of await makeOne(file)) say(line);
  }
  await keepNewest(folder, await listFiles(folder, named), { newest, made });
}

/** Repeats `backUpToday` until stopped, even if it fails. */
export async function backUpDaily(
  daily: DailyBackups,
  { clock, stop }: { readonly clock: Clock; readonly stop: AbortSignal },
): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => resolve());
  while (!stop.aborted) {
    try {
      await backUpToday(daily);
    } catch (error) {
      stop.throwIfAborted();
      daily.say(error instanceof Error ? error.message : String(error));
    }
    await withTimeout(stopped, lookEveryMs, clock);
  }
}
