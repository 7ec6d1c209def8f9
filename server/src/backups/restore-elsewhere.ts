import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { syncPath } from "../kernel/sync-path.ts";
import { unfinishedRestore } from "../storage/data-folder.ts";
import { type BackupHeader, elsewhereName } from "./backup-format.ts";

type Elsewhere = Pick<BackupHeader, "elsewhere">;

/** Names that an empty folder may contain: leftovers of an interrupted restore, and the folder that a new disk has. */
export const notContent = [unfinishedRestore, "lost+found"];

/**
 * Refuses folders outside `DATA_DIR` that are absent, not empty or not writable, and makes folders to unpack into. The
 * backup itself names the folders, so the operator must have made and gets to read each.
 */
export async function prepareElsewhere({ elsewhere }: Elsewhere, say: (line: string) => void): Promise<void> {
  const prepared: (typeof elsewhere)[0][] = [];
  try {
    for (const each of elsewhere) {
      await prepareFolder(each.folder);
      prepared.push(each);
      say(`Files go into ${each.folder}.`);
    }
  } catch (error) {
    await removeElsewhere({ elsewhere: prepared });
    throw error;
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    const names = isAbsolute(folder) ? await readdir(folder).catch(nullWhereAbsent) : null;
    if (names === null)
      throw new StartupProblem(
        `The backup holds files of ${folder}, which does not exist: if you want them there, make that folder first.`,
      );
    if (!names.every((name) => notContent.includes(name)))
      throw new StartupProblem(
        `The backup holds files of ${folder}, which is not empty: move its contents elsewhere first.`,
      );
    await rm(join(folder, unfinishedRestore), { recursive: true, force: true });
    await mkdir(join(folder, unfinishedRestore), { mode: 0o700 });
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(
      `The backup holds files of ${folder}, which cannot be written (${reasonOf(error)}): make it a folder of this account.`,
    );
  }
}

/** Refuses a backup whose own database does not name a folder that it has files for. */
export function requireStorages(
  { elsewhere }: Elsewhere,
  storages: readonly { readonly id: string; readonly url: string }[],
): void {
  for (const { name, folder } of elsewhere)
    if (!storages.some(({ id, url }) => name === elsewhereName(id) && url === pathToFileURL(folder).href))
      throw new StartupProblem(
        `The backup is damaged: it holds files for ${folder}, which its database does not know as a storage.`,
      );
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
