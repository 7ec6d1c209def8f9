import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { StorageProblem } from "../storage/storage-problem.ts";
import { workTroubleOf } from "../../kernel/disk-trouble.ts";
import type { FileOnDisk } from "../inspection/inspection.ts";

/** Runs the work in its own folder, and removes the folder afterwards. */
export async function inWorkFolder<T>(workFolder: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(workFolder, "upload-")).catch((error: unknown) => {
    const trouble = workTroubleOf(error);
    throw trouble === null ? error : new StorageProblem(trouble, error);
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes per write, and bytes per sync; photos are smaller than the latter. */
const [blockBytes, syncEveryBytes] = [256 * 1024, 8 * 1024 * 1024];

export async function writeWorkFile(path: string, source: AsyncIterable<Uint8Array>): Promise<FileOnDisk> {
  const hash = createHash("sha256");
  const bytes = await writeBytes(path, source, hash);
  return { path, bytes, sha256: hash.digest() };
}

/**
 * Detaches each chunk's memory after writing it. Otherwise, the garbage of one large file would cause a full collection, and that of many files would
 * fill memory before a collection runs.
 */
export async function writeBytes(
  path: string,
  source: AsyncIterable<Uint8Array>,
  hash: Hash | null = null,
): Promise<number> {
  const file = await open(path, "a", 0o600);
  try {
    const writer = new BlockWriter(file, hash);
    for await (const chunk of source) {
      await writer.write(chunk);
      free(chunk);
    }
    return await writer.end();
  } finally {
    await file.close();
  }
}

/** Writes whole blocks; one is filled while the other is written. */
class BlockWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash | null;
  #filling = Buffer.allocUnsafeSlow(blockBytes);
  #other = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #bytes = 0;
  #unsynced = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #syncing: Promise<unknown> = Promise.resolve();

  constructor(file: FileHandle, hash: Hash | null) {
    this.#file = file;
    this.#hash = hash;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(chunk.length - at, blockBytes - this.#filled);
      this.#filling.set(chunk.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === blockBytes) await this.#flush();
    }
  }

  async end(): Promise<number> {
    await this.#flush();
    await this.#writing;
    // The disk reports a failure only to the first sync, so this one is not skipped.
    await this.#syncing;
    return this.#bytes;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const block = this.#filling.subarray(0, this.#filled);
    this.#writing = handled(writeWhole(this.#file, block));
    this.#hash?.update(block);
    this.#bytes += block.length;
    this.#unsynced += block.length;
    [this.#filling, this.#other, this.#filled] = [this.#other, this.#filling, 0];
    if (this.#unsynced < syncEveryBytes) return;
    this.#unsynced = 0;
    await this.#syncing;
    this.#syncing = handled(this.#file.datasync());
  }
}

/** Marks a rejection as handled; a later `await` still throws it. */
function handled(work: Promise<unknown>): Promise<unknown> {
  work.catch(() => undefined);
  return work;
}

async function writeWhole(file: FileHandle, block: Uint8Array): Promise<void> {
  for (let at = 0; at < block.length;) {
    const { bytesWritten } = await file.write(block, at);
    at += bytesWritten;
  }
}

/** Frees a chunk's memory immediately, if the chunk owns its whole buffer. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength) buffer.transfer(0);
}
