import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { uploadBytesUsualMax, uploadsUnfinishedMax } from "@cuplaj/protocol/limits.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { listenForUploads } from "../../testing/upload-calls.ts";

const api = await startTestApi();
const { people, call, pool, app, files } = api;
const { ana, mihai } = people;
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const publishUrl = `/api/v1/publish/${roomId}/upload`;
const { send, port } = await listenForUploads(app);
const tus = { "tus-resumable": "1.0.0" };
const octets = { ...tus, "content-type": "application/offset+octet-stream" };

const begin = async (bytes: number, name = "poza.jpg", person = ana) =>
  await send(person, "POST", "/api/v1/uploads", {
    headers: {
      ...tus,
      "upload-length": String(bytes),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    },
  });
const begun = async (bytes: number, name?: string): Promise<string> =>
  String((await begin(bytes, name)).headers["location"]);
const append = async (location: string, offset: number, body: Uint8Array, person = ana) =>
  await send(person, "PATCH", location, { headers: { ...octets, "upload-offset": String(offset) }, body });
const view = async (location: string, person = ana) => await send(person, "HEAD", location, { headers: tus });
const publish = async (location: string, clientId: string = randomUUID(), more: object = {}) =>
  await send(ana, "POST", publishUrl, {
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ upload: location.split("/").at(-1), client_id: clientId, ...more })),
  });

test("[MSG-3d] an upload in parts reports its progress and becomes the file of one message", async () => {
  const bytes = Buffer.from("0123456789".repeat(10_000));
  const made = await begin(bytes.length, "Etichetă.txt");
  expect([made.status, made.headers]).toMatchObject([201, { "tus-resumable": "1.0.0" }]);
  const location = String(made.headers["location"]);
  expect(location).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/u);
  expect(made.headers["access-control-allow-origin"]).toBeUndefined();
  expect(await append(location, 0, bytes.subarray(0, 30_000))).toMatchObject({
    status: 204,
    headers: { "upload-offset": "30000" },
  });
  expect(await append(location, 10, bytes.subarray(10, 30_000))).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  expect(await append(location, 30_000, bytes.subarray(30_000))).toMatchObject({ status: 204 });
  expect(await view(location)).toMatchObject({
    status: 200,
    headers: { "upload-offset": "100000", "upload-length": "100000", "cache-control": "no-store" },
  });
  const clientId = randomUUID();
  const published = await publish(location, clientId, { message: "Iat-o" });
  expect(published).toMatchObject({
    status: 201,
    body: { message: { message: "Iat-o", messages_file: { name: "Etichetă.txt", size: 100_000 } } },
  });
  expect(await view(location)).toMatchObject({ status: 404 });
  expect(await publish(location, clientId)).toMatchObject({
    status: 200,
    body: { message: { id: published.body.message.id } },
  });
  expect(await publish(location)).toMatchObject({ status: 422, body: { errors: { upload: [expect.any(String)] } } });
  expect(await readdir(files.storages.workFolder)).toEqual([]);
  expect((await pool.query("select from upload_parts")).rowCount).toBe(0);
  expect((await pool.query("select from object_removals")).rowCount).toBe(0);
});

/** Begins a part of 1,000 bytes, and stops midway once the server is reading it. */
async function stopMidway(location: string, bytes: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const head = `PATCH ${location} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ana.token}\r\nTus-Resumable: 1.0.0\r\n`;
  const type = "Content-Type: application/offset+octet-stream";
  socket.write(`${head}${type}\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n\r\n${"x".repeat(bytes)}`);
  await expect.poll(async () => (await pool.query("select from uploads where held_by is not null")).rowCount).toBe(1);
  await expect
    .poll(async () =>
      (await readdir(files.storages.workFolder, { recursive: true })).some((path) => path.endsWith("part")),
    )
    .toBe(true);
  return socket;
}

test("[MSG-3d] the bytes received of an interrupted part are stored", async () => {
  const location = await begun(1000);
  (await stopMidway(location, 400)).resetAndDestroy();
  await expect.poll(async () => (await view(location)).headers["upload-offset"]).toBe("400");
  expect(await append(location, 400, Buffer.alloc(600))).toMatchObject({ status: 204 });
});

test("[MSG-3d] a new request takes over the upload of a silent connection, with all bytes received", async () => {
  const location = await begun(1000);
  await stopMidway(location, 300);
  expect((await view(location)).headers["upload-offset"]).toBe("300");
  expect(await append(location, 300, Buffer.alloc(700))).toMatchObject({ status: 204 });
});

test("[MSG-3da][MSG-3db] another person's upload looks absent, and uploads have limits", async () => {
  const location = await begun(10);
  for (const answer of [
    await view(location, mihai),
    await append(location, 0, Buffer.alloc(10), mihai),
    await send(mihai, "DELETE", location, { headers: tus }),
    await view(`/api/v1/uploads/${randomUUID()}`),
  ])
    expect(answer.status).toBe(404);
  expect(await append(location, 0, Buffer.alloc(11))).toMatchObject({ status: 413, body: { code: "too_large" } });
  expect(await begin(uploadBytesUsualMax + 1)).toMatchObject({ status: 413 });
  expect(await begin(0)).toMatchObject({ status: 422 });
  expect(await send(ana, "POST", "/api/v1/uploads", { headers: { "upload-length": "5" } })).toMatchObject({
    status: 400,
  });
  expect(await send(ana, "DELETE", location, { headers: tus })).toMatchObject({ status: 204 });
  expect(await view(location)).toMatchObject({ status: 404 });
});

test("[MSG-3db][WAIT-1a] one upload too many evicts the person's oldest one that is not being written, and nobody else's", async () => {
  await pool.query("delete from uploads");
  const others = String((await begin(10, "x", mihai)).headers["location"]);
  const locations: string[] = [];
  for (let n = 0; n < uploadsUnfinishedMax; n += 1) locations.push(await begun(10));
  const [first = "", second = "", third = ""] = locations;
  const hold = async (list: readonly string[]) =>
    await pool.query(
      "update uploads set held_by = gen_random_uuid(), held_until = now() + interval '50 seconds' where id::text = any($1)",
      [list.map((location) => location.split("/").at(-1))],
    );
  await append(second, 0, Buffer.alloc(4));
  await hold([first]);
  const all = await Promise.all([begin(10), begin(10)]);
  expect(all.map(({ status }) => status)).toEqual([201, 201]);
  const gone = [(await view(second)).status, (await view(third)).status, (await view(others, mihai)).status];
  expect(gone).toEqual([404, 404, 200]);
  const { rows } = await pool.query("select id::text from uploads where uploader_id = $1", [ana.id]);
  expect([rows.length, rows.some(({ id }) => first.endsWith(id))]).toEqual([uploadsUnfinishedMax, true]);
  expect((await pool.query("select from upload_parts")).rowCount).toBe(0);
  await hold(rows.map(({ id }) => id));
  const refused = await begin(10);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
  await pool.query("update uploads set held_until = held_until + interval '1 hour'");
  expect((await begin(10)).status).toBe(201);
});
