import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  DeleteObjectCommand,
} from "@aws-sdk/client-s3";
import { reasonOf } from "../../kernel/startup-problem.ts";
import type { ByteRange, ObjectStorage } from "./object-storage.ts";
import { identityName, isObjectName } from "./rules.ts";
import type { S3Address } from "./storage-address.ts";
import type { StorageLocation } from "./storage-location.ts";
import { StorageProblem } from "./storage-problem.ts";

/** Timeouts for connecting, and for the next byte of a request or response. */
const [connectMsMax, stillMsMax] = [3000, 10_000];
/** Most connections; there are many, since each slow reader occupies one. */
const connectionsMax = 512;

/** Uses the AWS SDK's default credentials (`AWS_ACCESS_KEY_ID`), and only requests that all compatible servers support: objects are put whole. */
export async function openS3Location(address: S3Address, workFolder: string): Promise<StorageLocation> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const bucket = openBucket(address);
  return {
    identity: () => bucket.readText(identityName),
    identify: (id) => bucket.put(identityName, Buffer.from(`${id}\n`)),
    isEmpty: () => bucket.isEmpty(),
    open: (id) => openObjects(bucket, id),
    workFolder,
  };
}

type Bucket = ReturnType<typeof openBucket>;

function openObjects(bucket: Bucket, id: string): ObjectStorage {
  const check = (name: string): string => {
    if (!isObjectName(name)) throw new Error("an object's name is not one that storages take");
    return name;
  };
  return {
    async put(name, { path, bytes }) {
      check(name);
      const md5 = createHash("md5");
      let read = 0;
      await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          md5.update(chunk);
          read += chunk.length;
        }
      });
      if (read !== bytes) throw new Error(`a file of ${bytes} bytes has ${read}`);
      await bucket.put(name, createReadStream(path), { bytes, md5: md5.digest("base64") });
      await rm(path, { force: true });
    },
    open: async (name, range) => await bucket.open(check(name), range),
    remove: async (name) => await bucket.remove(check(name)),
    async probe() {
      if ((await bucket.readText(identityName)) !== id) throw new StorageProblem("away", `it is not the storage ${id}`);
      await bucket.put(identityName, Buffer.from(`${id}\n`));
      return null;
    },
  };
}

const ignore = (): void => undefined;

function openBucket({ bucket: Bucket, prefix, endpoint, region }: S3Address) {
  const client = new S3Client({
    region,
    maxAttempts: 2,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // The SDK would log to the console, perhaps even secrets; failures are thrown anyway.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Puts carry their MD5, which all servers compare; few know the SDK's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMsMax,
      socketTimeout: stillMsMax,
      httpAgent: { maxSockets: connectionsMax, keepAlive: true },
      httpsAgent: { maxSockets: connectionsMax, keepAlive: true },
    },
  });
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  const open = async (name: string, range?: ByteRange): Promise<Readable | null> => {
    const bytes = range === undefined ? null : `${range.start}-${range.end ?? ""}`;
    const Range = bytes === null ? {} : { Range: `bytes=${bytes}` };
    try {
      const { Body, ContentRange = "" } = await client.send(new GetObjectCommand({ ...at(name), ...Range }));
      if (!(Body instanceof Readable)) throw new Error("the answer has no body");
      if (bytes !== null && !ContentRange.startsWith(`bytes ${bytes}`)) {
        Body.destroy();
        throw new Error(`asked for ${bytes}, the answer is ${ContentRange}`);
      }
      return Body;
    } catch (error) {
      if (s3ReasonOf(error) === "NoSuchKey") return null;
      throw s3Problem(error);
    }
  };
  return {
    open,
    async readText(name: string): Promise<string | null> {
      const body = await open(name);
      return body === null ? null : (await text(body)).trim();
    },
    put: (name: string, Body: Buffer | Readable, whole?: { readonly bytes: number; readonly md5: string }) =>
      guarded(async () => {
        const sums = whole === undefined ? {} : { ContentLength: whole.bytes, ContentMD5: whole.md5 };
        await client.send(new PutObjectCommand({ ...at(name), Body, ...sums }));
      }),
    remove: (name: string) => guarded(async () => void (await client.send(new DeleteObjectCommand(at(name))))),
    isEmpty: () =>
      guarded(async () => {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 2 }));
        return Contents.every(({ Key }) => Key === `${prefix}${identityName}`);
      }),
  };
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw s3Problem(error);
  }
}

/** Error codes that compatible servers return when they are full. Amazon's never are. */
const fullReasons = /^(?:QuotaExceeded|StorageFull|XMinioStorageFull|InsufficientStorage|EntityStorageFull|NoSpace)/u;

function s3Problem(error: unknown): StorageProblem {
  const isFull = statusOf(error) === 507 || fullReasons.test(s3ReasonOf(error));
  return new StorageProblem(isFull ? "full" : "away", error);
}

const s3ReasonOf = (error: unknown): string => (error instanceof Error ? error.name : reasonOf(error));

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const { $metadata: metadata } = error;
  return typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? Number(metadata.httpStatusCode)
    : undefined;
}
