import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { lendCredentials, startS3Server } from "../../testing/s3-server.ts";
import { localFile, read, type StorageKind, testStorage } from "../../testing/storage-suite.ts";
import { readStorageUrl } from "./storage-address.ts";
import { openLocation } from "./open-location.ts";
import type { StorageLocation } from "./storage-location.ts";
import { refusedByStorage } from "./storage-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
const server = await startS3Server(join(folder, "s3"));
const takeBack = lendCredentials(server);

afterAll(async () => {
  await server.stop();
  takeBack();
  rmSync(folder, { recursive: true, force: true });
});

async function openAt(url: string): Promise<StorageLocation> {
  const address = readStorageUrl(url, folder);
  if (address === null) throw new Error(`${url} cannot be read`);
  return await openLocation(address, folder);
}

const kind: StorageKind = {
  newLocation: () => openAt(server.url(`${randomUUID()}/files`)),
  async away(_place, meanwhile) {
    await server.stop();
    await meanwhile();
    await server.start();
  },
};

describe("S3", () => {
  testStorage(kind);
});

test("[MSG-3h] two prefixes of one bucket are two storages", async () => {
  const [one, other] = [await openAt(server.url("one")), await openAt(server.url("one-more"))];
  const name = randomUUID();
  await one.open("").put(name, await localFile(one, Buffer.from("x")));
  expect(await read(other.open(""), name)).toBe(null);
  expect([await one.isEmpty(), await other.isEmpty()]).toEqual([false, true]);
});

async function openAnswering(answer: RequestListener): Promise<StorageLocation> {
  const answering = createServer(answer);
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    answering.closeAllConnections();
    answering.close();
  });
  const address = answering.address();
  return await openAt(`s3://bucket/?endpoint=http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
}

const putOne = async (location: StorageLocation, content: string): Promise<unknown> =>
  await location
    .open("")
    .put(randomUUID(), await localFile(location, Buffer.from(content)))
    .catch((thrown: unknown) => thrown);

test.each([
  [507, "InsufficientStorage", "storage_full"],
  [400, "QuotaExceeded", "storage_full"],
  [500, "XMinioStorageFull", "storage_full"],
  [400, "BadDigest", "unavailable"],
  [403, "AccessDenied", "unavailable"],
  [404, "NoSuchBucket", "unavailable"],
  [503, "SlowDown", "unavailable"],
])("[MSG-3r] an S3 that returns %i %s causes %s", async (status, reason, code) => {
  const location = await openAnswering((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(status).end(`<Error><Code>${reason}</Code></Error>`));
  });
  expect(refusedByStorage(await putOne(location, "x")).code).toBe(code);
});

test("[MSG-3h] puts carry length and MD5, which the storage compares", async () => {
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  const location = await openAnswering((request, response) => {
    void text(request).then((body) => {
      seen.push({ headers: request.headers, body });
      response.end();
    });
  });
  expect(await putOne(location, "hello")).toBe(undefined);
  const md5 = createHash("md5").update("hello").digest("base64");
  expect(seen).toMatchObject([{ body: "hello", headers: { "content-length": "5", "content-md5": md5 } }]);
});

test("[MSG-3h] bytes of a range other than the requested one are rejected", async () => {
  const location = await openAnswering((_request, response) => response.writeHead(200).end("hello"));
  await expect(location.open("").open(randomUUID(), { start: 1, end: 2 })).rejects.toThrow("the file storage is away");
});
