import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, isoTime, withTimeout } from "../kernel/clock.ts";

export interface DailyBackups {
  readonly folder: string;
  readonly newest: number;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
  /** Writes one backup; returns the lines to print about it. */
  readonly makeOne: (file: string) => Promise<readonly string[]>;
}

const lookEveryMs = 600_000;
/** Matches backups, and the partial files of killed ones. */
const named = /^cuplaj-\d{4}-\d\d-\d\d\.tar\.zst/u;

/** Makes one backup per UTC day until stopped, and retries a failed one (KEEP-11). */
export async function backUpDaily({ folder, newest, clock, stop, say, makeOne }: DailyBackups): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => resolve());
  while (!stop.aborted) {
    const file = join(folder, `cuplaj-${isoTime(clock.now()).slice(0, 10)}.tar.zst`);
    try {
      if (!existsSync(file)) {
        for (const line of await makeOne(file)) say(line);
        await keepNewest(folder, named, newest);
      }
    } catch (error) {
      stop.throwIfAborted();
      say(error instanceof Error ? error.message : String(error));
    }
    await withTimeout(stopped, lookEveryMs, clock);
  }
}

export async function keepNewest(folder: string, wanted: RegExp, newest: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => wanted.test(name));
  const found = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const old = found.toSorted((one, other) => other.at - one.at).slice(newest);
  for (const { name } of old) await rm(join(folder, name));
}
