import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { checkerEnvironment } from "../../settings/file-check-command.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { type FormFields, listenForUploads } from "../../testing/upload-calls.ts";
import { createFileCheck } from "./check-file.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const checker = join(folder, "checker");
writeFileSync(checker, '#!/bin/sh\ngrep -q EICAR "$1" && exit 1\ngrep -q broken "$1" && exit 2\nexit 0\n');
chmodSync(checker, 0o755);
const log = { error: () => undefined };

const api = await startTestApi({
  checkFile: createFileCheck({
    command: [checker, "{file}"],
    environment: checkerEnvironment(),
    clock: systemClock,
    log,
  }),
});
const { people, call, pool, app, files } = api;
const { ana } = people;
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const url = `/api/v1/publish/${roomId}/upload`;
const { send, sendForm } = await listenForUploads(app);
const file = (text: string | Uint8Array, name = "a.bin") => ["attachment", { name, bytes: Buffer.from(text) }] as const;
const upload = async (fields: FormFields) => await sendForm(ana, url, fields);
const total = async (): Promise<unknown> =>
  (
    await pool.query(`select (select count(*)::int from messages) as messages, (select count(*)::int from files) as files,
      (select count(*)::int from files f join messages m on m.file_id = f.id) as published`)
  ).rows[0];

afterEach(expectNothingLeft);

async function expectNothingLeft(): Promise<void> {
  expect(await readdir(files.storages.workFolder)).toEqual([]);
  const n: number = (await pool.query("select count(*)::int as n from files")).rows[0].n;
  expect(await total()).toMatchObject({ files: n, published: n });
}

test("[MSG-3f] an infected file is 422, an unknown verdict 503, and neither is published", async () => {
  const before = await total();
  expect(await upload([file("X5O EICAR")])).toMatchObject({ status: 422, body: { code: "infected" } });
  expect(api.noted.at(-1)).toMatchObject({ event: "file.infected", who: ana.id, what: "uploadFile" });
  const unknown = await upload([file("broken")]);
  expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
  expect(await total()).toEqual(before);
  expect((await upload([file("curat")])).status).toBe(201);
});

test("[MSG-3f] an infected upload is removed before the response, one without a verdict stays", async () => {
  const tus = { "tus-resumable": "1.0.0" };
  for (const [text, status, left] of [
    ["X5O EICAR", 422, 404],
    ["broken", 503, 200],
  ] as const) {
    const length = { ...tus, "upload-length": String(text.length) };
    const location = String((await send(ana, "POST", "/api/v1/uploads", { headers: length })).headers["location"]);
    const part = { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    await send(ana, "PATCH", location, { headers: part, body: Buffer.from(text) });
    const named = Buffer.from(JSON.stringify({ upload: location.split("/").at(-1), client_id: randomUUID() }));
    const headers = { "content-type": "application/json" };
    expect((await send(ana, "POST", url, { headers, body: named })).status).toBe(status);
    expect((await send(ana, "HEAD", location, { headers: tus })).status).toBe(left);
  }
});

test("[MSG-3c] an unreadable picture is 422; a file that only has a picture's extension is just a file", async () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 9)]);
  expect(await upload([file(jpeg, "poza.jpg")])).toMatchObject({
    status: 422,
    body: { errors: { attachment: [expect.any(String)] } },
  });
  expect(await upload([file("nu e poză", "poza.jpg")])).toMatchObject({
    status: 201,
    body: { message: { messages_file: { mime: "application/octet-stream", name: "poza.jpg" } } },
  });
});

test("[MSG-3][MSG-3g] an unnamed picture is named after its type, and has its size", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  expect(await upload([file(png, "/")])).toMatchObject({
    status: 201,
    body: { message: { messages_file: { name: "imagine.png", mime: "image/png", width: 1, height: 1 } } },
  });
});

test("[MSG-3h] an unavailable storage is 503, and a retry succeeds when it is back", async () => {
  const before = await total();
  const fields: FormFields = [["client_id", randomUUID()], file("piesa")];
  renameSync(files.folder, `${files.folder}.away`);
  const away = await upload(fields);
  mkdirSync(join(files.folder, "work"), { recursive: true });
  const empty = await upload(fields);
  rmSync(files.folder, { recursive: true });
  renameSync(`${files.folder}.away`, files.folder);
  for (const { status, body, headers } of [away, empty])
    expect([status, body.code, headers["retry-after"]]).toEqual([503, "unavailable", "5"]);
  expect(await total()).toEqual(before);
  expect((await upload(fields)).status).toBe(201);
});

test.runIf(process.getuid?.() === 0)(
  "[MSG-3h] a full disk is 507, texts still work, and so do files once there is room",
  async () => {
    const { folder: disk } = files;
    execFileSync("cp", ["-a", disk, `${disk}.saved`]);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]);
    onTestFinished(() => {
      execFileSync("umount", [disk]);
      rmSync(`${disk}.saved`, { recursive: true });
    });
    execFileSync("cp", ["-a", `${disk}.saved/.`, disk]);
    const half = Buffer.alloc(1_600_000, 7);
    expect((await upload([file(half)])).status).toBe(201);
    const before = await total();
    const clientId = randomUUID();
    for (const fields of [[["client_id", clientId], file(half)], [file(half)]] satisfies FormFields[])
      expect(await upload(fields)).toMatchObject({ status: 507, body: { code: "storage_full" } });
    expect(await total()).toEqual(before);
    expect((await call(ana, "POST", `/api/v1/publish/${roomId}`, { message: "un text" })).status).toBe(201);
    expect((await upload([["client_id", clientId], file("mic")])).status).toBe(201);
  },
);
