import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { type BackupHeader, checksumLine, checksumsName, headerName, isInside, readHeader } from "./backup-format.ts";
import { opener } from "./encryption.ts";

export interface BackupFile {
  readonly file: string;
  /** Path to a file of age keys, for encrypted backups. */
  readonly identity: string | null;
}

export interface ArchiveTarget {
  /** Ends the sentence that refuses the backup. */
  readonly ending: "." | ": nothing was restored.";
  /** Called first; throws to refuse the backup. */
  onHeader(header: BackupHeader): Promise<void>;
  onFolder(name: string): Promise<void>;
  onFile(name: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>;
}

class Damage extends Error {}

/** Longer headers are refused instead of being read into memory. */
const headerBytesMax = 1_000_000;

/** Reads a whole backup; throws a StartupProblem if it is damaged, which invalidates everything read. */
export async function readArchive(
  { file, identity }: BackupFile,
  target: ArchiveTarget,
  onBytes: (bytes: number) => void,
): Promise<BackupHeader> {
  const unseal = await opener(file, identity);
  const { readable, writable } = createTarDecoder({ strict: true });
  const source = createReadStream(file).on("data", (chunk) => onBytes(chunk.length));
  const stop = new AbortController();
  const fed = pipeline(source, unseal, createZstdDecompress(), Writable.fromWeb(writable), { signal: stop.signal });
  // The reader gets the failure too and explains it.
  fed.catch(() => undefined);
  try {
    const header = await readEntries(readable, target);
    await fed;
    return header;
  } catch (error) {
    // Ends the pipeline, which would otherwise wait for a reader that has stopped.
    stop.abort();
    const reason = await fed.then(
      () => error,
      // The pipeline's error may be the cause, unless the entries themselves showed the damage or the abort above caused it.
      (cause: unknown) => (isOfTheFile(error) && !(error instanceof Damage) && !isOurEnd(cause) ? cause : error),
    );
    if (!isOfTheFile(reason)) throw reason;
    throw new StartupProblem(`${file} is damaged or not a Cuplaj backup (${damageOf(reason)})${target.ending}`);
  }
}

/** The checksum lines of all files, and the names of all entries. */
interface Read {
  readonly found: string[];
  readonly names: Set<string>;
}

async function readEntries(entries: ReadableStream<ParsedTarEntry>, target: ArchiveTarget): Promise<BackupHeader> {
  const [each, found, names] = [entries.values(), [] as string[], new Set<string>()];
  const header = await readBeginning(await each.next(), found);
  await target.onHeader(header);
  for await (const entry of each) {
    if (entry.header.name === checksumsName) {
      const sums = found.join("");
      if (entry.header.size !== Buffer.byteLength(sums) || (await textOf(entry.body)) !== sums)
        throw new Damage("its checksums do not match its contents");
      if ((await each.next()).done !== true) throw new Damage("there is data after its end");
      return header;
    }
    await readEntry(entry, { found, names }, target);
  }
  throw new Damage("its end is missing");
}

async function readBeginning(first: IteratorResult<ParsedTarEntry>, found: string[]): Promise<BackupHeader> {
  const entry = first.done === true || first.value.header.name !== headerName ? null : first.value;
  if (entry !== null && entry.header.size > headerBytesMax) throw new Damage(`${headerName} is too long`);
  const text = entry === null ? "" : await textOf(entry.body);
  const header = readHeader(text);
  if (header === null) throw new Damage(`it does not begin with ${headerName}`);
  found.push(checksumLine(headerName, createHash("sha256").update(text).digest("hex")));
  return header;
}

async function readEntry({ header, body }: ParsedTarEntry, { found, names }: Read, target: ArchiveTarget) {
  const name = header.name.replace(/\/$/u, "");
  if (!isInside(name)) throw new Damage(`it has an entry outside its folder, ${JSON.stringify(name)}`);
  if (names.size === names.add(name).size) throw new Damage(`it has two entries ${JSON.stringify(name)}`);
  if (header.type !== "directory") {
    found.push(await readFile({ name, body, size: header.size }, target));
    return;
  }
  await body.cancel();
  await target.onFolder(name);
}

async function readFile(
  { name, body, size }: { readonly name: string; readonly body: ReadableStream<Uint8Array>; readonly size: number },
  target: ArchiveTarget,
): Promise<string> {
  const hash = createHash("sha256");
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await target.onFile(name, hashed(), size);
  return checksumLine(name, hash.digest("hex"));
}

/** Words for what the decompression reports by codes. */
const damages: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "it ends too early",
  ZSTD_error_prefix_unknown: "it is not an archive",
  ZSTD_error_checksum_wrong: "it was changed",
  ZSTD_error_corruption_detected: "it was changed",
};

const damageOf = (reason: unknown): string => damages[reasonOf(reason)] ?? reasonOf(reason);

const textOf = (body: ReadableStream<Uint8Array>): Promise<string> => new Response(body).text();

const isOurEnd = (cause: unknown): boolean => cause instanceof Error && cause.name === "AbortError";

/** Whether the backup itself is at fault (invalid, truncated, changed), and not the machine or a problem that was already reported. */
function isOfTheFile(error: unknown): boolean {
  return !(error instanceof StartupProblem) && !(error instanceof Error && "syscall" in error);
}
