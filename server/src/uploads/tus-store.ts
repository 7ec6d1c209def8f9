import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import { checkQuota } from "../file-storage/claim-file.ts";
import type { FileStorages } from "../file-storage/object-storage.ts";
import type { FileStore, QuotaLimits } from "../file-storage/store.ts";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { invalidField, refused } from "../kernel/outcome.ts";
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

/** When to come back where so many are being written at once: by then some are finished. */
const tooManyRetryMs = 60_000;
/** Parts of one upload: a sender with this many breaks would never arrive. */
const partsMax = 2000;

/** Uploads as the library of tus sees them, for one request of one person: each part is an object of the storage. */
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
    const { uploads, storages, clock } = this.#parts;
    const bytes = upload.size ?? 0;
    if (bytes === 0) throw new TusRefused(invalidField("upload-length", "out_of_range"));
    const isFull = await checkQuota(this.#parts, this.#uploaderId, bytes);
    if (isFull !== null) throw new TusRefused(isFull);
    const { id: storageId } = await storages.current();
    const name = readFileName(upload.metadata?.["filename"] ?? "");
    const owned = { storageId, uploaderId: this.#uploaderId, createdAt: isoTime(clock.now()) };
    if (await uploads.create({ id: upload.id, bytes, name, ...owned })) return upload;
    throw new TusRefused(refused("too_many_requests", { retryAfterMs: tooManyRetryMs }));
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes: size, offset, name, createdAt } = await this.#find(id);
    return new Upload({ id, size, offset, metadata: { filename: name }, creation_date: createdAt });
  }

  /** Stores what comes until the body ends or breaks off as one part, and answers where the upload ends then. */
  override async write(body: Readable, id: string, atByte: number): Promise<number> {
    const { storages } = this.#parts;
    const { storageId, parts } = await this.#find(id);
    if (parts.length >= partsMax) throw new TusRefused(refused("too_large"));
    return await inWorkFolder(storages.workFolder, async (folder) => {
      const path = join(folder, "part");
      const bytes = await writeBytes(path, body);
      if (bytes > 0) await this.#storePart(storageId, { id: randomUUID(), uploadId: id, atByte }, { path, bytes });
      return atByte + bytes;
    });
  }

  override async remove(id: string): Promise<void> {
    await this.#parts.uploads.remove(id);
  }

  async #storePart(
    storageId: string,
    part: Parameters<UploadStore["beginPart"]>[0],
    file: { readonly path: string; readonly bytes: number },
  ): Promise<void> {
    const { uploads, storages, files } = this.#parts;
    const storage = await storages.byId(storageId);
    if (!(await uploads.beginPart(part, this.#holder))) throw new TusRefused(refused("conflict"));
    await storage.put(part.id, file);
    if (await uploads.endPart(part, file.bytes, this.#holder)) return;
    // Whoever removed the upload meanwhile named a part that was not there yet.
    await files.removeObjects(storageId, [part.id]);
    throw new TusRefused(refused("conflict"));
  }

  async #find(id: string): Promise<FoundUpload> {
    const upload = await this.#parts.uploads.find(id, this.#uploaderId);
    if (upload === null) throw new TusRefused(refused("not_found"));
    return upload;
  }
}
