import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { syncPath } from "../kernel/sync-path.ts";
import { unfinishedRestore } from "../storage/data-folder.ts";
import type { BackupHeader } from "./backup-format.ts";

type Elsewhere = Pick<BackupHeader, "elsewhere">;

/** Names that an empty folder may contain: leftovers of an interrupted restore, and the folder that a new disk has. */
export const notContent = [unfinishedRestore, "lost+found"];

/** Refuses folders outside `DATA_DIR` that are not empty or not writable, and makes folders to unpack into. */
export async function prepareElsewhere({ elsewhere }: Elsewhere): Promise<void> {
  for (const { folder } of elsewhere) {
    try {
      const names = (await readdir(folder).catch(nullWhereAbsent)) ?? [];
      if (!isAbsolute(folder) || !names.every((name) => notContent.includes(name)))
        throw new StartupProblem(
          `The backup holds files of ${folder}, which is not empty: move its contents elsewhere first.`,
        );
      await rm(join(folder, unfinishedRestore), { recursive: true, force: true });
      await mkdir(join(folder, unfinishedRestore), { recursive: true, mode: 0o700 });
    } catch (error) {
      if (error instanceof StartupProblem) throw error;
      throw new StartupProblem(
        `The backup holds files of ${folder}, which cannot be written (${reasonOf(error)}): make it a folder of this account.`,
      );
    }
  }
}

/** Where an entry of the backup is unpacked; null if in `DATA_DIR`. */
export function pathElsewhere({ elsewhere }: Elsewhere, name: string): string | null {
  const found = elsewhere.find((each) => name === each.name || name.startsWith(`${each.name}/`));
  return found === undefined ? null : join(found.folder, unfinishedRestore, name.slice(found.name.length));
}

export async function moveOutElsewhere({ elsewhere }: Elsewhere): Promise<void> {
  for (const { folder } of elsewhere) {
    const unpacked = join(folder, unfinishedRestore);
    for (const name of await readdir(unpacked)) await rename(join(unpacked, name), join(folder, name));
    await rmdir(unpacked);
    await syncPath(folder);
  }
}

export async function removeElsewhere({ elsewhere }: Elsewhere): Promise<void> {
  for (const { folder } of elsewhere) await rm(join(folder, unfinishedRestore), { recursive: true, force: true });
}
