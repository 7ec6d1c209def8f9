import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { LocalFile, ObjectStorage } from "../files/storage/object-storage.ts";
import { previewOf } from "../files/storage/rules.ts";
import type { StorageLocation } from "../files/storage/storage-location.ts";
import { refusedByStorage } from "../files/storage/storage-problem.ts";

export interface StorageKind {
  newLocation(): Promise<StorageLocation>;
  /** Makes the whole location unreachable while the callback runs. */
  away(location: StorageLocation, meanwhile: () => Promise<void>): Promise<void>;
}

export async function newStorage(kind: StorageKind): Promise<{ location: StorageLocation; storage: ObjectStorage }> {
  const [location, id] = [await kind.newLocation(), randomUUID()];
  await location.identify(id);
  return { location, storage: location.open(id) };
}

export async function localFile(location: Pick<StorageLocation, "workFolder">, content: Buffer): Promise<LocalFile> {
  const path = join(location.workFolder, randomUUID());
  await writeFile(path, content);
  return { path, bytes: content.length };
}

/** Reads the bytes of an object; null if it does not exist. */
export async function read(storage: ObjectStorage, name: string, range?: { start: number; end?: number }) {
  const object = await storage.open(name, range);
  return object === null ? null : await buffer(object);
}

const wrongNames = ["", "..", "../escape", "cuplaj-storage", "a/b", `${randomUUID()}.png`, `${randomUUID()}/..`];

export function testStorage(kind: StorageKind): void {
  test("[MSG-3h] a location without an identity gets one, and contains no objects at first", async () => {
    const [location, id] = [await kind.newLocation(), randomUUID()];
    expect([await location.identity(), await location.isEmpty()]).toEqual([null, true]);
    await location.identify(id);
    expect([await location.identity(), await location.isEmpty()]).toEqual([id, true]);
    await location.open(id).put(randomUUID(), await localFile(location, Buffer.from("x")));
    expect([await location.identity(), await location.isEmpty()]).toEqual([id, false]);
  });

  test("[MSG-3h] an object is read as it was put, whole and in ranges, and the local file is gone", async () => {
    const { location, storage } = await newStorage(kind);
    const [name, content] = [randomUUID(), randomBytes(300_000)];
    const file = await localFile(location, content);
    await storage.put(name, file);
    await storage.put(previewOf(name), await localFile(location, Buffer.from("small")));
    expect(existsSync(file.path)).toBe(false);
    expect((await read(storage, name))?.equals(content)).toBe(true);
    expect(String(await read(storage, previewOf(name)))).toBe("small");
    for (const [start, end] of [
      // The range 0-0 is not tested, since s3rver treats it as the whole object.
      [0, 1],
      [1, 99],
      [299_999, 299_999],
      [0, 299_999],
    ] as const) {
      expect((await read(storage, name, { start, end }))?.equals(content.subarray(start, end + 1))).toBe(true);
    }
    expect((await read(storage, name, { start: 299_990 }))?.equals(content.subarray(299_990))).toBe(true);
  });

  test("[MSG-3h] an empty file, one of 25 MiB and many at once are stored", async () => {
    const { location, storage } = await newStorage(kind);
    const contents = [
      Buffer.alloc(0),
      randomBytes(25 * 1024 * 1024),
      ...Array.from({ length: 20 }, () => randomBytes(50)),
    ];
    const names = contents.map(() => randomUUID());
    await Promise.all(
      contents.map(async (content, index) => await storage.put(names[index] ?? "", await localFile(location, content))),
    );
    for (const [index, content] of contents.entries()) {
      expect((await read(storage, names[index] ?? ""))?.equals(content)).toBe(true);
    }
  });

  test("[MSG-3h] putting an object again changes nothing", async () => {
    const { location, storage } = await newStorage(kind);
    const [name, content] = [randomUUID(), randomBytes(1000)];
    for (let time = 0; time < 2; time += 1) await storage.put(name, await localFile(location, content));
    expect((await read(storage, name))?.equals(content)).toBe(true);
  });

  test("[MSG-3h] an object that was removed, once or twice, or never existed, is null", async () => {
    const { location, storage } = await newStorage(kind);
    const name = randomUUID();
    await storage.put(name, await localFile(location, Buffer.from("x")));
    for (let time = 0; time < 2; time += 1) {
      await storage.remove(name);
      expect(await storage.open(name)).toBe(null);
    }
    expect(await storage.open(randomUUID(), { start: 5 })).toBe(null);
    expect(await location.isEmpty()).toBe(true);
  });

  test("[MSG-3h] a file that is shorter or longer than declared is refused, and nothing is stored", async () => {
    const { location, storage } = await newStorage(kind);
    for (const wrong of [-1, 1]) {
      const name = randomUUID();
      const { path, bytes } = await localFile(location, Buffer.from("hello"));
      await expect(storage.put(name, { path, bytes: bytes + wrong })).rejects.toThrow(
        `a file of ${bytes + wrong} bytes`,
      );
      expect(await storage.open(name)).toBe(null);
      await rm(path);
    }
  });

  test.each(wrongNames)("[MSG-3h] a storage refuses the name %j", async (name) => {
    const { location, storage } = await newStorage(kind);
    const file = await localFile(location, Buffer.from("x"));
    const words = "an object's name is not one that storages take";
    await expect(storage.put(name, file)).rejects.toThrow(words);
    await expect(storage.open(name)).rejects.toThrow(words);
    await expect(storage.remove(name)).rejects.toThrow(words);
    expect(await location.isEmpty()).toBe(true);
  });

  test("[OPS-6] a probe leaves nothing behind, and fails once another storage occupies the location", async () => {
    const { location, storage } = await newStorage(kind);
    const before = readdirSync(location.workFolder);
    expect(await storage.probe()).not.toBe(0);
    expect([await location.isEmpty(), readdirSync(location.workFolder)]).toEqual([true, before]);
    await location.identify(randomUUID());
    await expect(storage.probe()).rejects.toThrow("the file storage is away");
  });

  test("[MSG-3r] every call to an unreachable storage gets 503, and works once the storage is back", async () => {
    const { location, storage } = await newStorage(kind);
    const [stored, name] = [randomUUID(), randomUUID()];
    await storage.put(stored, await localFile(location, Buffer.from("x")));
    await kind.away(location, async () => {
      const path = join("/tmp", randomUUID());
      await writeFile(path, "y");
      for (const attempt of [
        () => storage.put(name, { path, bytes: 1 }),
        () => storage.open(stored),
        () => storage.open(name),
        () => storage.remove(stored),
        () => storage.probe(),
      ]) {
        const error: unknown = await attempt().catch((thrown: unknown) => thrown);
        expect(refusedByStorage(error)).toMatchObject({ code: "unavailable", retryAfterMs: 5000 });
      }
      await rm(path, { force: true });
    });
    expect(String(await read(storage, stored))).toBe("x");
    expect(await storage.open(name)).toBe(null);
    await storage.put(name, await localFile(location, Buffer.from("y")));
    expect(String(await read(storage, name))).toBe("y");
  });
}
