import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { StorageProblem } from "../file-storage/storage-problem.ts";
import { workTroubleOf } from "../kernel/disk-trouble.ts";
import type { FileOnDisk } from "../media/inspection.ts";

/** Gives the work a folder of its own, which is gone with all that lies in it when the work ends. */
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

/** A file that is written as its bytes come; they are nowhere held as a whole. */
export interface WorkFile {
  /** Takes all of it, or fails with it. */
  append(source: Readable): Promise<void>;
  /** What has come. */
  finish(): FileOnDisk;
}

/** Bytes that are written at once at most, and after which the disk is set to work on what it has: so many that photos are not. */
const [blockBytes, syncEveryBytes] = [256 * 1024, 8 * 1024 * 1024];

/**
 * Begins one where none is yet. What comes during a write is the next one. The chunks of a source are empty afterwards: left to the
 * collection of garbage, those of one large file cause one over the whole heap, and those of many at once fill the memory before it.
 */
export function createWorkFile(path: string): WorkFile {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    append: async (source) => {
      bytes += await appendTo(path, source, hash);
    },
    finish: () => ({ path, bytes, sha256: hash.digest() }),
  };
}

/** Writes all of a source at the end of a file, which is begun where none is yet; answers how many bytes that were. */
export async function appendTo(path: string, source: Readable, hash: Hash | null = null): Promise<number> {
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

/** Writes at the end of a file. */
class BlockWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash | null;
  #filling = Buffer.allocUnsafeSlow(blockBytes);
  #other = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #bytes = 0;
  #unsynced = 0;
  #isWriting = false;
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
      if (this.#filled === blockBytes || !this.#isWriting) await this.#flush();
    }
  }

  /** Resolves with the bytes that it took once all are written. */
  async end(): Promise<number> {
    await this.#flush();
    await this.#writing;
    // A failure of the disk is told once alone.
    await this.#syncing;
    return this.#bytes;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const block = this.#filling.subarray(0, this.#filled);
    this.#isWriting = true;
    this.#writing = handled(writeWhole(this.#file, block).finally(() => (this.#isWriting = false)));
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

/** Whoever waits for it later gets its failure; until then it is nobody's. */
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

/** Gives memory back at once where a chunk is all that lies in it. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength) buffer.transfer(0);
}
