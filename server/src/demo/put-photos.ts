import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStorages, ObjectStorage } from "../files/storage/object-storage.ts";
import { previewOf } from "../files/storage/rules.ts";
import type { DemoRecords } from "./demo-records.ts";
import { readDemoPhoto } from "./photos/demo-photos.ts";
import type { DemoFile, DemoStore } from "./store.ts";

interface PhotoPorts {
  readonly store: Pick<DemoStore, "nameObjects">;
  readonly storages: Pick<FileStorages, "current" | "workFolder">;
  readonly newId: () => string;
}

/**
 * Puts the photos of the demo's messages where files lie. Their objects are named as due for removal before they are written, and the
 * transaction that fills the demo takes those names back: a crash leaves nothing that no sweep finds (MSG-3w).
 */
export async function putPhotos(messages: DemoRecords["messages"], ports: PhotoPorts): Promise<readonly DemoFile[]> {
  const { store, storages, newId } = ports;
  const { id: storageId, storage } = await storages.current();
  const sent = messages.flatMap((message) =>
    message.photo === null ? [] : [{ ...message, photo: message.photo, id: newId() }],
  );
  await store.nameObjects(
    storageId,
    sent.flatMap(({ id }) => [id, previewOf(id)]),
  );
  const put = (name: string, content: Buffer): Promise<void> => putBytes(storage, storages.workFolder, name, content);
  return await Promise.all(
    sent.map(async ({ id, offer, seq, author, at, photo }) => {
      const { sentAs, photo: content, preview, ...picture } = await readDemoPhoto(photo);
      await Promise.all([put(id, content), put(previewOf(id), preview)]);
      const found = { ...picture, bytes: content.length, previewBytes: preview.length };
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { id, storageId, offer, seq, username: author, at, name: sentAs, sha256, ...found };
    }),
  );
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
