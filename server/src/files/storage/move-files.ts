import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Clock, pause } from "../../kernel/clock.ts";
import type { MovableFile, MoveStore } from "./move-store.ts";
import type { FileStorages, NamedStorage, ObjectStorage } from "./object-storage.ts";
import { objectsOf } from "./rules.ts";

interface MoveParts {
  readonly moves: MoveStore;
  readonly storages: Pick<FileStorages, "byId">;
  readonly target: NamedStorage;
  readonly workFolder: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

export interface MoveEnd {
  readonly moved: number;
  readonly bytes: number;
  /** Files whose bytes are missing or have a different checksum. */
  readonly damaged: readonly string[];
  readonly unpublished: number;
  readonly uploads: number;
}

const [listedMax, togetherMax] = [50, 4];
const sayEveryMs = 3000;
/** How long to wait for files that were being received when the target changed. */
const [waitMsMax, waitEveryMs] = [20_000, 500];

/** Moves every published file to the target and verifies its SHA-256 before changing its row (MSG-3v). A second call resumes. */
export async function moveFiles(parts: MoveParts): Promise<MoveEnd> {
  const { moves, target, clock } = parts;
  const sources = (await moves.listStorages()).filter((id) => id !== target.id);
  const progress = await createProgress(parts, sources);
  const giveUpAtMs = clock.steadyMs() + waitMsMax;
  for (;;) {
    for (const id of sources) await moveAllOf(parts, id, progress);
    const left = await Promise.all(sources.map((id) => moves.countIn(id)));
    const sum = (field: "files" | "unpublished" | "uploads"): number =>
      left.reduce((total, each) => total + each[field], 0);
    const isWaiting = sum("files") > progress.damaged.size || sum("unpublished") > 0;
    if (!isWaiting || clock.steadyMs() > giveUpAtMs) {
      const { moved, bytes, damaged } = progress;
      return { moved, bytes, damaged: [...damaged], unpublished: sum("unpublished"), uploads: sum("uploads") };
    }
    await pause(clock, waitEveryMs);
  }
}

type Progress = Awaited<ReturnType<typeof createProgress>>;

async function createProgress({ moves, clock, say }: MoveParts, sources: readonly string[]) {
  const counts = await Promise.all(sources.map((id) => moves.countIn(id)));
  const all = counts.reduce((total, { files }) => total + files, 0);
  let saidAtMs = clock.steadyMs();
  const progress = {
    moved: 0,
    bytes: 0,
    damaged: new Set<string>(),
    note(file: MovableFile): void {
      progress.moved += 1;
      progress.bytes += file.bytes + (file.previewBytes ?? 0);
      if (clock.steadyMs() - saidAtMs < sayEveryMs) return;
      saidAtMs = clock.steadyMs();
      say(`${progress.moved} of ${Math.max(all, progress.moved)} files`);
    },
  };
  say(`${all} files to move`);
  return progress;
}

async function moveAllOf(parts: MoveParts, fromId: string, progress: Progress): Promise<void> {
  const { moves } = parts;
  let last: string | null = null;
  for (;;) {
    const files = await moves.listIn(fromId, last, listedMax);
    const sound = files.filter(({ id }) => !progress.damaged.has(id));
    for (let at = 0; at < sound.length; at += togetherMax) {
      await Promise.all(sound.slice(at, at + togetherMax).map((file) => moveFile(parts, fromId, file, progress)));
    }
    last = files.at(-1)?.id ?? null;
    if (files.length < listedMax) return;
  }
}

async function moveFile(parts: MoveParts, fromId: string, file: MovableFile, progress: Progress): Promise<void> {
  const { moves, storages, target } = parts;
  await moves.begin(target.id, objectsOf(file));
  const isWhole = await copyFile(parts, await storages.byId(fromId), file);
  if (!isWhole) progress.damaged.add(file.id);
  else if (await moves.finish(file, fromId, target.id)) progress.note(file);
}

/** Copies a file and its preview; false if either is missing or differs when read back. */
async function copyFile(parts: MoveParts, from: ObjectStorage, file: MovableFile): Promise<boolean> {
  for (const name of objectsOf(file)) {
    const expected = name === file.id ? file.sha256 : null;
    if (!(await copyObject(parts, from, name, expected))) return false;
  }
  return true;
}

async function copyObject(
  { target, workFolder }: MoveParts,
  from: ObjectStorage,
  name: string,
  expected: Buffer | null,
): Promise<boolean> {
  const path = join(workFolder, randomUUID());
  try {
    const read = await sumOf(from, name, path);
    if (read === null || (expected !== null && !read.sha256.equals(expected))) return false;
    await target.storage.put(name, { path, bytes: read.bytes });
    const written = await sumOf(target.storage, name, null);
    if (written?.sha256.equals(read.sha256) !== true) throw new Error(`${name} is not read as it was written`);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns an object's checksum, and writes it to a file if a path is given; null if it is absent. */
async function sumOf(storage: ObjectStorage, name: string, path: string | null) {
  const object = await storage.open(name);
  if (object === null) return null;
  const sha256 = createHash("sha256");
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const nowhere = new Writable({ write: (_chunk, _encoding, next) => next() });
  await pipeline(object, count, path === null ? nowhere : createWriteStream(path, { mode: 0o600, flags: "wx" }));
  return { bytes, sha256: sha256.digest() };
}
