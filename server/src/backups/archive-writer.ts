import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { checksumLine, checksumsName } from "./backup-format.ts";
import { sealer } from "./encryption.ts";
import { syncPath } from "../kernel/sync-path.ts";

export interface ArchiveWriter {
  addFolder(name: string): Promise<void>;
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds a file at its current length, even if it grows; returns false for a missing one. */
  addFile(name: string, path: string): Promise<boolean>;
}

const [fileMode, folderMode] = [0o600, 0o700];
const readBytes = 512 * 1024;

/** Writes a private backup under a name of its own, and gives it the name `file`, unless that is taken, once it is completely on disk. */
export async function writeArchive<T>(
  { file, recipients }: { readonly file: string; readonly recipients: readonly string[] },
  write: (archive: ArchiveWriter) => Promise<T>,
  onBytes: (bytes: number) => void,
): Promise<T> {
  const seal = await sealer(recipients);
  const unfinished = `${file}.${randomUUID()}.part`;
  const { readable, controller } = createTarPacker();
  const target = createWriteStream(unfinished, { flags: "wx", mode: fileMode, flush: true });
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const written = pipeline(Readable.fromWeb(readable), compress, seal, target);
  // Awaited below; until then the next write gets its failure.
  written.catch(() => undefined);
  let isOfContents = false;
  try {
    const { archive, checksums } = archiveWriter(controller, onBytes);
    const result = await write(archive).catch((error: unknown) => {
      isOfContents = target.errored === null;
      throw error;
    });
    await archive.addBytes(checksumsName, Buffer.from(checksums.join("")));
    controller.finalize();
    await written;
    await giveName(unfinished, file);
    await syncPath(dirname(file));
    return result;
  } catch (error) {
    controller.error(error);
    // If writing failed (full disk), that is the cause of the later error.
    const reason = await written.then(
      () => error,
      (cause: unknown) => cause,
    );
    await rm(unfinished, { force: true });
    if (isOfContents || !(reason instanceof Error && "syscall" in reason)) throw reason;
    throw new StartupProblem(`The backup ${file} cannot be written (${reasonOf(reason)}): no partial file remains.`);
  }
}

/** Error codes of file systems without hard links, such as exFAT. */
const noLinks = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

async function giveName(unfinished: string, file: string): Promise<void> {
  const isLinked = await link(unfinished, file).then(
    () => true,
    (error: unknown) => {
      if (reasonOf(error) === "EEXIST" || existsSync(file))
        throw new StartupProblem(`${file} already exists: choose another name.`);
      if (noLinks.includes(reasonOf(error))) return false;
      throw error;
    },
  );
  await (isLinked ? rm(unfinished) : rename(unfinished, file));
}

function archiveWriter(controller: TarPackController, onBytes: (bytes: number) => void) {
  const checksums: string[] = [];
  const add = async (name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const body = controller.add({ name, size, mode: fileMode, type: "file" }).getWriter();
    const hash = createHash("sha256");
    for await (const chunk of exactly(size, chunks)) {
      hash.update(chunk);
      await body.write(chunk);
      onBytes(chunk.length);
    }
    await body.close();
    checksums.push(checksumLine(name, hash.digest("hex")));
  };
  const archive: ArchiveWriter = {
    addFolder: (name) => controller.add({ name: `${name}/`, size: 0, mode: folderMode, type: "directory" }).close(),
    addBytes: (name, bytes) => add(name, bytes.length, [bytes]),
    async addFile(name, path) {
      const source = await open(path).catch(nullWhereAbsent).catch(unreadable(path));
      if (source === null) return false;
      try {
        const { size } = await source.stat();
        // With `end`, Node allocates no larger buffer than each of PostgreSQL's thousands of small files needs.
        const read = { highWaterMark: readBytes, end: size - 1, autoClose: false };
        await add(name, size, size === 0 ? [] : readable(path, source.createReadStream(read)));
        return true;
      } finally {
        await source.close();
      }
    },
  };
  return { archive, checksums };
}

export const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw new StartupProblem(`${path} cannot be read (${reasonOf(error)}).`);
  };

async function* readable(path: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    unreadable(path)(error);
  }
}

/** Yields exactly `size` bytes: a table may grow or shrink while it is read, and PostgreSQL's WAL repairs it. */
async function* exactly(
  size: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of chunks) {
    const taken = chunk.subarray(0, left);
    left -= taken.length;
    if (taken.length > 0) yield taken;
  }
  for (; left > 0; left -= Math.min(left, readBytes)) yield new Uint8Array(Math.min(left, readBytes));
}
