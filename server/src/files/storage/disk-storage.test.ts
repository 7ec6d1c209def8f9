import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { localFile, newStorage, read, type StorageKind, testStorage } from "../../testing/storage-suite.ts";
import { openDiskLocation } from "./disk-storage.ts";
import { inWorkFolder } from "../uploads/work-file.ts";
import { refusedByStorage } from "./storage-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kind: StorageKind = {
  newLocation: () => openDiskLocation(join(folder, randomUUID())),
  // Simulates an unmounted disk, which leaves an empty folder.
  async away({ workFolder }, meanwhile) {
    const root = join(workFolder, "..");
    renameSync(root, `${root}.away`);
    mkdirSync(join(root, "work"), { recursive: true });
    await meanwhile();
    rmSync(root, { recursive: true });
    renameSync(`${root}.away`, root);
  },
};

describe("a disk", () => {
  testStorage(kind);
});

const isRoot = process.getuid?.() === 0;

test("[MSG-3t] objects are in two levels of folders by id, readable only to the server's account", async () => {
  const { location, storage } = await newStorage(kind);
  const [name, root] = [randomUUID(), join(location.workFolder, "..")];
  await storage.put(name, await localFile(location, Buffer.from("x")));
  const levels = [".", name.slice(0, 2), join(name.slice(0, 2), name.slice(2, 4))];
  const mode = (path: string): string => (statSync(join(root, path)).mode & 0o777).toString(8);
  expect([...levels, "work"].map(mode)).toEqual(["700", "700", "700", "700"]);
  expect([mode(join(levels[2] ?? "", name)), mode("cuplaj-storage")]).toEqual(["600", "600"]);
  expect(readdirSync(location.workFolder)).toEqual([]);
});

test("[MSG-3h] a file from another disk is moved completely", async () => {
  const elsewhere = mkdtempSync("/dev/shm/cuplaj-test-");
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const { location, storage } = await newStorage(kind);
  const [name, content] = [randomUUID(), randomBytes(100_000)];
  await storage.put(name, await localFile({ workFolder: elsewhere }, content));
  expect((await read(storage, name))?.equals(content)).toBe(true);
  expect([readdirSync(elsewhere), readdirSync(location.workFolder)]).toEqual([[], []]);
});

test("[MSG-3h] a storage that was replaced by another stores, finds and removes nothing", async () => {
  const { location, storage } = await newStorage(kind);
  const name = randomUUID();
  await storage.put(name, await localFile(location, Buffer.from("x")));
  await location.identify(randomUUID());
  await expect(storage.remove(name)).rejects.toThrow("the file storage is away");
  await expect(storage.put(randomUUID(), await localFile(location, Buffer.from("y")))).rejects.toThrow("away");
  expect(String(await read(storage, name))).toBe("x");
});

test("[MSG-3h] probing a missing folder does not create it, and its objects are back when it is", async () => {
  const root = join(folder, randomUUID());
  const { location, storage } = await newStorage({ ...kind, newLocation: () => openDiskLocation(root) });
  const name = randomUUID();
  await storage.put(name, await localFile(location, Buffer.from("x")));
  renameSync(root, `${root}.away`);
  const reopened = await openDiskLocation(root);
  expect([await reopened.identity(), await reopened.isEmpty(), existsSync(root)]).toEqual([null, true, false]);
  await expect(storage.probe()).rejects.toThrow("away");
  expect(existsSync(root)).toBe(false);
  renameSync(`${root}.away`, root);
  expect(String(await read(storage, name))).toBe("x");
});

/** A storage on a tmpfs of 1 MiB. */
async function newDisk() {
  const disk = join(folder, randomUUID());
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
  onTestFinished(() => void execFileSync("umount", [disk]));
  return { disk, ...(await newStorage({ ...kind, newLocation: () => openDiskLocation(disk) })) };
}

const answerTo = async (attempt: Promise<unknown>): Promise<string> =>
  refusedByStorage(await attempt.catch((error: unknown) => error)).code;

test.runIf(isRoot)("[MSG-3r][OPS-6] a read-only disk is 503, also where its folders are missing", async () => {
  const { disk, storage } = await newDisk();
  const [name, file] = [randomUUID(), await localFile({ workFolder: folder }, Buffer.from("x"))];
  const remount = (mode: string): unknown => execFileSync("mount", ["-o", `remount,${mode}`, disk]);
  remount("ro");
  expect([await answerTo(storage.put(name, file)), await answerTo(storage.probe())]).toEqual([
    "unavailable",
    "unavailable",
  ]);
  remount("rw");
  await storage.put(name, file);
  expect(String(await read(storage, name))).toBe("x");
});

test("[OPS-6] a missing work folder is made by the next probe", async () => {
  const { location, storage } = await newStorage(kind);
  rmSync(location.workFolder, { recursive: true });
  await storage.probe();
  const name = randomUUID();
  await storage.put(name, await localFile(location, Buffer.from("x")));
  expect(String(await read(storage, name))).toBe("x");
});

test.each(["", "work"])("[MSG-3r][OPS-6] a plain file in place of the folder %j is 503", async (name) => {
  const { location, storage } = await newStorage(kind);
  const [path, file] = [
    join(location.workFolder, "..", name),
    await localFile({ workFolder: folder }, Buffer.from("x")),
  ];
  rmSync(path, { recursive: true });
  writeFileSync(path, "");
  expect(await answerTo(storage.probe())).toBe("unavailable");
  expect(await answerTo(inWorkFolder(location.workFolder, () => storage.put(randomUUID(), file)))).toBe("unavailable");
});

test.runIf(isRoot)("[MSG-3r] a full disk is 507 storage_full and leaves nothing; later stores succeed", async () => {
  const { disk, location, storage } = await newDisk();
  const name = randomUUID();
  const put = async (): Promise<void> =>
    await storage.put(name, await localFile({ workFolder: folder }, Buffer.alloc(600_000, 1)));
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(600_000));
  expect(await answerTo(put())).toBe("storage_full");
  expect([await storage.open(name), readdirSync(location.workFolder), basename(filler)]).toEqual([null, [], "filler"]);
  rmSync(filler);
  await put();
  expect((await read(storage, name))?.length).toBe(600_000);
});
