import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";

interface DatedFile {
  readonly name: string;
  readonly changedAt: number;
}

/** Lists files by name; skips those that disappear. */
export async function listFiles(folder: string, wanted: RegExp): Promise<readonly DatedFile[]> {
  const names = (await readdir(folder)).filter((name) => wanted.test(name)).toSorted();
  const found = await Promise.all(
    names.map(async (name) => ({ name, changedAt: (await stat(join(folder, name)).catch(nullWhereAbsent))?.mtimeMs })),
  );
  return found.flatMap(({ name, changedAt }) => (changedAt === undefined ? [] : [{ name, changedAt }]));
}

/** Removes all but the last `newest` files; `made` stays even if the clock was set back and others look newer. */
export async function keepNewest(
  folder: string,
  oldestFirst: readonly DatedFile[],
  { newest, made }: { readonly newest: number; readonly made: string },
): Promise<void> {
  const others = oldestFirst.filter(({ name }) => name !== made).toReversed();
  for (const { name } of others.slice(newest - 1)) await rm(join(folder, name), { force: true });
}
