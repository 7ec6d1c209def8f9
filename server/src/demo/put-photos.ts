import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStorages, ObjectStorage } from "../files/storage/object-storage.ts";
import { previewOf } from "../files/storage/rules.ts";
import { demoPhotos, type DemoPhoto, readDemoPhoto } from "./photos/demo-photos.ts";
import type { DemoFile, DemoStore } from "./store.ts";

interface PhotoPorts {
  readonly store: Pick<DemoStore, "nameObjects">;
  readonly storages: Pick<FileStorages, "current" | "workFolder">;
  readonly newId: () => string;
}

/**
 * Stores the demo's photos. Their objects are queued for removal before they are written, and the transaction that fills the demo dequeues
 * them, so that a crash leaves nothing behind (MSG-3w).
 */
export async function putPhotos({ store, storages, newId }: PhotoPorts): Promise<ReadonlyMap<DemoPhoto, DemoFile>> {
  const { id: storageId, storage } = await storages.current();
  const named = demoPhotos.map((photo) => ({ photo, id: newId() }));
  await store.nameObjects(
    storageId,
    named.flatMap(({ id }) => [id, previewOf(id)]),
  );
  const put = (name: string, content: Buffer): Promise<void> => putBytes(storage, storages.workFolder, name, content);
  const files = named.map(async ({ photo, id }): Promise<[DemoPhoto, DemoFile]> => {
    const { sentAs: name, photo: content, preview, ...picture } = await readDemoPhoto(photo);
    await Promise.all([put(id, content), put(previewOf(id), preview)]);
    const sha256 = createHash("sha256").update(content).digest();
    const found = { ...picture, bytes: content.length, sha256, previewBytes: preview.length, hasPreview: true };
    return [photo, { id, storageId, name, mime: "image/jpeg", ...found }];
  });
  return new Map(await Promise.all(files));
}

async function putBytes(storage: ObjectStorage, workFolder: string, name: string, content: Buffer): Promise<void> {
  const path = join(workFolder, `demo-${name}`);
  try {
    await writeFile(path, content);
    await storage.put(name, { path, bytes: content.length });
  } finally {
    await rm(path, { force: true });
  }
}
