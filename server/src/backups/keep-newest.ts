import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export async function keepNewest(folder: string, wanted: RegExp, newest: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => wanted.test(name));
  const found = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const old = found.toSorted((one, other) => other.at - one.at).slice(newest);
  for (const { name } of old) await rm(join(folder, name));
}
