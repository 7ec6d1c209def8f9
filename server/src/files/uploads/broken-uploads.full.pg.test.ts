import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createDice } from "../../testing/dice.ts";
import { testSettings } from "../../testing/public-settings.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { formBody, type FormFields, listenForUploads } from "../../testing/upload-calls.ts";

const uploadBytesMax = 200_000;
const quota = { perPersonMax: 1_000_000, installationMax: 1_500_000 };
const api = await startTestApi({
  quota,
  publicSettings: { ...testSettings, upload_bytes_max: uploadBytesMax },
});
const { people, call, pool, app, files } = api;
const { ana, mia } = people;
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const url = `/api/v1/publish/${roomId}/upload`;
const { sendForm, port } = await listenForUploads(app);
const file = (bytes: number) => ["attachment", { name: "a.bin", bytes: Buffer.alloc(bytes, 7) }] as const;
const nothingLeft = async (): Promise<void> => {
  await expect.poll(async () => await readdir(files.storages.workFolder)).toEqual([]);
};
const total = async (table: "files" | "messages"): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

afterEach(nothingLeft);

interface RawUpload {
  readonly socket: Socket;
  readonly answer: () => string;
  readonly isClosed: () => boolean;
}

function begin(type: string, length: number | null, token = ana.token): RawUpload {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let [answer, isClosed] = ["", false];
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("close", () => (isClosed = true));
  const framing = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`,
  );
  return { socket, answer: () => answer, isClosed: () => isClosed };
}

test("[MSG-3c] a file may have exactly the maximum length, and not one byte more", async () => {
  expect((await sendForm(ana, url, [file(uploadBytesMax)])).status).toBe(201);
  const before = await total("files");
  expect(await sendForm(ana, url, [file(uploadBytesMax + 1)])).toMatchObject({
    status: 413,
    body: { code: "too_large" },
  });
  expect(await total("files")).toBe(before);
});

test("[MSG-3c] a body that declares too great a length is 413 before it arrives, any other once it exceeds the limit", async () => {
  const said = begin("multipart/form-data; boundary=a", uploadBytesMax + 100_000);
  await expect.poll(said.answer).toContain("HTTP/1.1 413");
  const { type, body } = await formBody([file(5 * uploadBytesMax)]);
  const endless = begin(type, null);
  endless.socket.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]));
  await expect.poll(endless.answer).toContain("HTTP/1.1 413");
  await expect.poll(endless.isClosed).toBe(true);
});

test("[MSG-3b] the quotas of person and installation are checked before any of the file arrives", async () => {
  const fill = async (person: typeof ana): Promise<number[]> => {
    const statuses: number[] = [];
    while (!statuses.includes(507) && statuses.length < 10)
      statuses.push((await sendForm(person, url, [file(uploadBytesMax)])).status);
    return statuses;
  };
  expect((await fill(ana)).at(-1)).toBe(507);
  const { type } = await formBody([file(1)]);
  const full = begin(type, uploadBytesMax + 1000);
  await expect.poll(full.answer).toContain('"code":"quota_full"');
  expect((await fill(mia)).at(-1)).toBe(507);
  const all = begin(type, uploadBytesMax + 1000, mia.token);
  await expect.poll(all.answer).toContain('"code":"storage_full"');
  expect(await total("files")).toBeLessThanOrEqual(7);
  await pool.query("update messages set file_id = null");
  await pool.query("delete from files");
});

test("[MSG-3] a `client_id` already published gets its response before the file arrives", async () => {
  const clientId = randomUUID();
  const { body: first } = await sendForm(ana, url, [["client_id", clientId], file(10)]);
  const { type, body } = await formBody([["client_id", clientId], file(100_000)]);
  const again = begin(type, body.length);
  again.socket.write(body.subarray(0, 1000));
  await expect.poll(again.answer).toContain("HTTP/1.1 200");
  expect(again.answer()).toContain(`"id":${first.message.id},`);
  await expect.poll(again.isClosed).toBe(true);
});

test("[MSG-3c] a form may arrive byte by byte, with split boundaries", async () => {
  const { type, body } = await formBody([["message", "bucăți"], file(300), ["client_id", randomUUID()]]);
  const { socket, answer } = begin(type, null);
  socket.setNoDelay(true);
  for (const byte of body) {
    if (!socket.write(Buffer.from([0x31, 13, 10, byte, 13, 10])))
      await new Promise((done) => socket.once("drain", done));
  }
  socket.write("0\r\n\r\n");
  await expect.poll(answer).toContain("HTTP/1.1 201");
  expect(answer()).toContain('"size":300');
});

test("[MSG-3h] a body cut off at any byte leaves no message, no file and nothing in the work folder", async () => {
  const before = [await total("files"), await total("messages")];
  const dice = createDice(16);
  const fields: FormFields = [["message", "poza"], file(50_000), ["client_id", randomUUID()]];
  const { type, body } = await formBody(fields);
  for (let n = 0; n < 60; n += 1) {
    const upload = begin(type, body.length);
    const cut = dice(body.length);
    upload.socket.write(body.subarray(0, cut));
    if (n % 3 === 0) upload.socket.end();
    else await new Promise((done) => setImmediate(done));
    if (n % 3 === 1) upload.socket.resetAndDestroy();
    if (n % 3 === 2) upload.socket.destroy();
  }
  await nothingLeft();
  await expect.poll(async () => (await sendForm(ana, url, [file(1)])).status).toBe(201);
  expect([await total("files"), await total("messages")]).toEqual(before.map((n) => n + 1));
});

test("[MSG-3h] a body of garbage is refused, and leaves nothing", async () => {
  const before = [await total("files"), await total("messages")];
  const dice = createDice(17);
  const { type, body } = await formBody([["message", "poza"], file(2000)]);
  const statuses = new Set<string>();
  for (let n = 0; n < 100; n += 1) {
    const torn = Buffer.from(body);
    for (let m = 0; m < 20; m += 1) torn[dice(n % 2 === 0 ? 200 : torn.length)] = dice(256);
    const upload = begin(type, torn.length);
    upload.socket.write(torn);
    await expect.poll(upload.answer).toMatch(/^HTTP\/1\.1 \d{3}/u);
    statuses.add(upload.answer().slice(9, 12));
  }
  expect([...statuses].filter((status) => !["201", "400", "413", "422"].includes(status))).toEqual([]);
  const [newFiles, newMessages] = [
    (await total("files")) - (before[0] ?? 0),
    (await total("messages")) - (before[1] ?? 0),
  ];
  expect(newFiles).toBe(newMessages);
});
