import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import { checkQuota, refusedAsFull } from "../storage/claim-file.ts";
import type { FileStorages } from "../storage/object-storage.ts";
import { removeObjects } from "../storage/remove-objects.ts";
import type { FileStore, QuotaLimits } from "../storage/store.ts";
import { type Clock, isoTime } from "../../kernel/clock.ts";
import { invalidField, refused } from "../../kernel/outcome.ts";
import { readFileName } from "./rules.ts";
import type { FoundUpload, UploadStore } from "./store.ts";
import { TusRefused } from "./tus-refused.ts";
import { writeBytes, inWorkFolder } from "./work-file.ts";

export interface TusStoreParts {
  readonly uploads: UploadStore;
  readonly files: FileStore;
  readonly storages: FileStorages;
  readonly quota: QuotaLimits;
  readonly clock: Clock;
}

/** Retry delay if too many uploads are being written: by then, some have finished. */
const tooManyRetryMs = 60_000;
/** Most parts of one upload: a sender whose connection breaks more often would never finish. */
const partsMax = 2000;

/** Serves one request of one person. Each part of an upload is an object in the storage. */
export class TusStore extends DataStore {
  override extensions = ["creation", "termination"];
  readonly #parts: TusStoreParts;
  readonly #uploaderId: number;
  readonly #holder: string;

  constructor(parts: TusStoreParts, uploaderId: number, holder: string) {
    super();
    this.#parts = parts;
    this.#uploaderId = uploaderId;
    this.#holder = holder;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { uploads, storages, quota, clock } = this.#parts;
    const bytes = upload.size ?? 0;
    if (bytes === 0) throw new TusRefused(invalidField("upload-length", "out_of_range"));
    const { id: storageId } = await storages.current();
    const name = readFileName(upload.metadata?.["filename"] ?? "");
    const owned = { storageId, uploaderId: this.#uploaderId, createdAt: isoTime(clock.now()) };
    await this.#checkRoom(bytes);
    for (;;) {
      const created = await uploads.create({ id: upload.id, bytes, name, ...owned }, quota);
      if (created === "created") return upload;
      if (created !== "too-many") throw new TusRefused(refusedAsFull(created));
      const oldest = await uploads.removeOldest(this.#uploaderId);
      if (oldest === null) throw new TusRefused(refused("too_many_requests", { retryAfterMs: tooManyRetryMs }));
      await removeObjects(this.#parts, oldest);
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes: size, offset, name, createdAt } = await this.#find(id);
    return new Upload({ id, size, offset, metadata: { filename: name }, creation_date: createdAt });
  }

  /** Stores the body as one part, up to its end or interruption, and returns the upload's new offset. */
  override async write(body: Readable, id: string, atByte: number): Promise<number> {
    const { storages } = this.#parts;
    const { storageId, parts, bytes: whole } = await this.#find(id);
    if (parts.length >= partsMax) throw new TusRefused(refused("too_large"));
    await this.#checkRoom(whole - atByte);
    return await inWorkFolder(storages.workFolder, async (folder) => {
      const path = join(folder, "part");
      const bytes = await writeBytes(path, body);
      if (bytes > 0) await this.#storePart(storageId, { id: randomUUID(), uploadId: id, atByte, bytes }, path);
      return atByte + bytes;
    });
  }

  override async remove(id: string): Promise<void> {
    const removed = await this.#parts.uploads.remove(id);
    if (removed !== null) await removeObjects(this.#parts, removed);
  }

  /** MSG-3s: checks before the first byte; `beginPart` decides later. The person's own quota was checked when the upload was created. */
  async #checkRoom(bytes: number): Promise<void> {
    const quota = { ...this.#parts.quota, perPersonMax: null };
    const isFull = await checkQuota({ ...this.#parts, quota }, this.#uploaderId, bytes);
    if (isFull !== null) throw new TusRefused(isFull);
  }

  async #storePart(storageId: string, part: Parameters<UploadStore["beginPart"]>[0], path: string): Promise<void> {
    const { uploads, storages, files, quota } = this.#parts;
    const storage = await storages.byId(storageId);
    const begun = await uploads.beginPart(part, this.#holder, quota);
    if (begun !== "begun") throw new TusRefused(begun === "lost" ? refused("conflict") : refusedAsFull(begun));
    await storage.put(part.id, { path, bytes: part.bytes });
    if (await uploads.endPart(part, this.#holder)) return;
    // The upload was removed in between, and its parts were queued before this object existed.
    await files.removeObjects(storageId, [part.id]);
    throw new TusRefused(refused("conflict"));
  }

  async #find(id: string): Promise<FoundUpload> {
    const upload = await this.#parts.uploads.find(id, this.#uploaderId);
    if (upload === null) throw new TusRefused(refused("not_found"));
    return upload;
  }
}
