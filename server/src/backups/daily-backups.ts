import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Clock, isoTime, withTimeout } from "../kernel/clock.ts";
import { keepNewest } from "./keep-newest.ts";

export interface DailyBackups {
  readonly folder: string;
  readonly newest: number;
  readonly now: () => number;
  readonly say: (line: string) => void;
  /** Writes one backup; returns the lines to print about it. */
  readonly makeOne: (file: string) => Promise<readonly string[]>;
}

const lookEveryMs = 600_000;
/** Matches backups, and the partial files of killed ones. */
const named = /^cuplaj-\d{4}-\d\d-\d\d\.tar\.zst/u;

/** Makes the backup of this UTC day if it is missing, then removes old ones (KEEP-11). */
export async function backUpToday({ folder, newest, now, say, makeOne }: DailyBackups): Promise<void> {
  const file = join(folder, `cuplaj-${isoTime(now()).slice(0, 10)}.tar.zst`);
  if (!existsSync(file)) for (const line of await makeOne(file)) say(line);
  await keepNewest(folder, named, newest);
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
