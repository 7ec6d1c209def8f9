import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nullWhereAbsent } from "../../kernel/disk-trouble.ts";
import { freeBytesOf } from "../../kernel/free-bytes.ts";
import { syncPath } from "../../kernel/sync-path.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";
import type { LocalFile, ObjectStorage } from "./object-storage.ts";
import { identityName, isObjectName, objectPath } from "./rules.ts";
import { storageProblem, StorageProblem } from "./storage-problem.ts";
import type { StorageLocation } from "./storage-location.ts";

const [folderMode, fileMode] = [0o700, 0o600];
const workName = "work";

/** Rejects folders that contain anything else. `identify` creates a missing folder, so that a disk that is away leaves none. */
export async function openDiskLocation(folder: string): Promise<StorageLocation> {
  const workFolder = join(folder, workName);
  const identity = (): Promise<string | null> => readIdentity(folder);
  await guarded(async () => {
    if (await isForeign(folder)) throw new StorageProblem("away", `it holds other files and no ${identityName}`);
    if ((await identity()) !== null) await makeFolder(workFolder);
  });
  return {
    identity,
    identify: (id) =>
      guarded(async () => {
        await makeFolder(workFolder);
        await writeDurably(folder, identityName, `${id}\n`);
      }),
    isEmpty: () => guarded(() => isEmpty(folder)),
    open: (id) => openDisk(folder, id),
    workFolder,
  };
}

function openDisk(folder: string, id: string): ObjectStorage {
  const pathOf = (name: string): string => {
    if (!isObjectName(name)) throw new Error("an object's name is not one that storages take");
    return join(folder, objectPath(name));
  };
  /** An unmounted disk leaves an empty folder, in which all objects would look removed and new ones would be lost. */
  const checkMounted = async (): Promise<void> => {
    if ((await readIdentity(folder)) !== id) throw new StorageProblem("away", `${folder} is not the storage ${id}`);
  };
  const synced = new Set<string>();
  return {
    put: (name, file) =>
      guarded(async () => {
        const path = pathOf(name);
        await checkMounted();
        await settle(file);
        await makeFolders(folder, dirname(path), synced);
        await moveFile(file.path, path, join(folder, workName));
        await syncPath(dirname(path));
      }),
    open: (name, range) =>
      guarded(async () => {
        const file = await open(pathOf(name)).catch(nullWhereAbsent);
        if (file === null) await checkMounted();
        return file?.createReadStream(range) ?? null;
      }),
    remove: (name) =>
      guarded(async () => {
        const path = pathOf(name);
        await checkMounted();
        // The removal must survive a power loss, since a row may already say that the object is gone.
        const isAbsent = (await rm(path).catch(nullWhereAbsent)) === null;
        if (!isAbsent) await syncPath(dirname(path));
      }),
    probe: () =>
      guarded(async () => {
        await checkMounted();
        await makeFolder(join(folder, workName), true);
        const path = join(folder, workName, randomUUID());
        try {
          await writeFile(path, id, { mode: fileMode, flag: "wx", flush: true });
        } finally {
          await rm(path, { force: true });
        }
        return await freeBytesOf(folder);
      }),
  };
}

/** Names allowed in a folder that is not a storage yet: leftovers of an interrupted start, the folder of a new disk, folders of objects. */
const ownName = /^(?:work|lost\+found|[0-9a-f]{2})$/u;

async function isForeign(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(nullWhereAbsent)) ?? [];
  return !names.includes(identityName) && names.some((name) => !ownName.test(name));
}

/** Creates a folder and its parents durably. Node's `recursive` reports ENOENT on a read-only disk, and never returns on `/proc`. */
async function makeFolder(path: string, isParentThere = false): Promise<void> {
  try {
    await mkdir(path, { mode: folderMode });
    await syncPath(dirname(path));
  } catch (error) {
    if (reasonOf(error) === "EEXIST") return;
    if (reasonOf(error) !== "ENOENT" || isParentThere) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, true);
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const two = /^[0-9a-f]{2}$/u;
  const names = (await readdir(folder).catch(nullWhereAbsent)) ?? [];
  for (const level of names.filter((name) => two.test(name))) {
    for (const inner of await readdir(join(folder, level))) {
      if (!two.test(inner) || (await readdir(join(folder, level, inner))).length > 0) return false;
    }
  }
  return true;
}

/** Any failed system call counts: network disks fail with too many codes to list. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && "syscall" in error ? storageProblem(error) : error;
  }
}

/** The id of the storage in a folder; null if the folder has none. */
export async function readIdentity(folder: string): Promise<string | null> {
  const text = await guarded(() => readFile(join(folder, identityName), "utf8").catch(nullWhereAbsent));
  return text?.trim() ?? null;
}

async function settle({ path, bytes }: LocalFile): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    if (size !== bytes) throw new Error(`a file of ${bytes} bytes has ${size}`);
    await file.chmod(fileMode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates and syncs two levels of folders; `synced` remembers all of them, since there are few. */
async function makeFolders(root: string, folder: string, synced: Set<string>): Promise<void> {
  await makeFolder(folder);
  if (synced.has(folder)) return;
  await syncPath(dirname(folder));
  await syncPath(root);
  synced.add(folder);
}

/** Renames a file. Across disks it is first copied, so that it appears complete or not at all. */
async function moveFile(from: string, to: string, workFolder: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (reasonOf(error) !== "EXDEV") throw error;
    const copy = join(workFolder, randomUUID());
    try {
      await copyFile(from, copy);
      await syncPath(copy);
      await rename(copy, to);
    } finally {
      await rm(copy, { force: true });
    }
    await rm(from);
  }
}

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, workName, randomUUID());
  await writeFile(unfinished, text, { mode: fileMode, flag: "wx", flush: true });
  await rename(unfinished, join(folder, name));
  await syncPath(folder);
}
