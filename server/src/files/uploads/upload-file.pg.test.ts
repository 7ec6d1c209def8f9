import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { startTestApi } from "../../testing/test-api.ts";
import { type FormFields, listenForUploads } from "../../testing/upload-calls.ts";

const api = await startTestApi();
const { people, call, pool, app, broadcasts, files } = api;
const { ana, mihai, radu, mia, nou, admin } = people;
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const foreignId: number = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const url = `/api/v1/publish/${roomId}/upload`;
const bytesOf = (value: string) => Buffer.from(value);
const file = (name: string, bytes: Uint8Array = bytesOf("piesa")) => ["attachment", { name, bytes }] as const;
const { send, sendForm } = await listenForUploads(app);
const upload = async (fields: FormFields) => await sendForm(ana, url, fields);
const total = async (table: "files" | "messages") =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

afterEach(expectNothingLeft);
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(files.storages.workFolder)).toEqual([]);
}

describe("a form", () => {
  test("[MSG-3] a file with its text is one message, stored byte for byte before it is broadcast", async () => {
    const bytes = Buffer.from("ambreiaj ".repeat(50_000));
    const clientId = randomUUID();
    const name = 'Ambreiaj șțăî "nou" 50% 🚗.txt';
    const sent = await upload([["message", " Poza\r\nde la ambreiaj "], ["client_id", clientId], file(name, bytes)]);
    const stored = { name, size: bytes.length, mime: "application/octet-stream" };
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { message: { message: "Poza\nde la ambreiaj", client_id: clientId, messages_file: stored } },
    ]);
    const { rows } = await pool.query("select * from files");
    expect(rows[0].sha256).toEqual(createHash("sha256").update(bytes).digest());
    const object = await (await files.storages.byId(rows[0].storage_id)).open(rows[0].id);
    expect(object === null ? null : (await buffer(object)).equals(bytes)).toBe(true);
    expect(broadcasts.at(-1)?.data).toMatchObject({ message: { messages_file: stored } });
  });

  test("[MSG-3] text and `client_id` may follow the file, be empty, or be absent", async () => {
    expect(await upload([file("a.txt"), ["message", "după"], ["client_id", randomUUID()]])).toMatchObject({
      status: 201,
      body: { message: { message: "după" } },
    });
    for (const text of ["", "  \r\n ", "\u200b"])
      expect(await upload([["message", text], file("a.txt")])).toMatchObject({
        status: 201,
        body: { message: { message: "", client_id: null } },
      });
    expect(await upload([file("a.txt"), ["altceva", "x"]])).toMatchObject({ status: 201 });
  });

  test("[MSG-3] the same `client_id` again returns the first message and stores nothing more", async () => {
    const clientId = randomUUID();
    const first = await upload([["client_id", clientId], file("a.txt")]);
    const before = [await total("files"), await total("messages")];
    for (const again of [
      await upload([["client_id", clientId], file("b.txt", bytesOf("altul"))]),
      await upload([file("b.txt", bytesOf("altul")), ["client_id", clientId]]),
      await send(ana, "POST", url, {
        headers: { "content-type": "application/json" },
        body: bytesOf(JSON.stringify({ upload: randomUUID(), client_id: clientId })),
      }),
    ])
      expect([again.status, again.body.message.id]).toEqual([200, first.body.message.id]);
    const racing = randomUUID();
    const raced = await Promise.all(Array.from({ length: 4 }, () => upload([["client_id", racing], file("c.txt")])));
    expect(new Set(raced.map(({ body }) => body.message.id)).size).toBe(1);
    expect([await total("files"), await total("messages")]).toEqual(before.map((n) => n + 1));
  });

  test("[MSG-2c] repeating a file's `client_id` reveals nothing to former members, by form or by finished upload", async () => {
    const clientId = randomUUID();
    expect((await sendForm(mia, url, [["client_id", clientId], file("a.txt")])).status).toBe(201);
    await call(mia, "POST", `/api/v1/leave/${roomId}`);
    const again = await send(mia, "POST", url, {
      headers: { "content-type": "application/json" },
      body: bytesOf(JSON.stringify({ upload: randomUUID(), client_id: clientId })),
    });
    expect([again.status, again.body.code]).toEqual([404, "not_found"]);
    expect((await sendForm(mia, url, [["client_id", clientId], file("a.txt")])).status).toBe(404);
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  });

  test("[MSG-2c] a former member who may view the room learns no more, even by repeating it in another room", async () => {
    const clientId = randomUUID();
    await call(admin, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
    await call(admin, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
    expect((await sendForm(admin, url, [["client_id", clientId], file("a.txt")])).status).toBe(201);
    await call(admin, "POST", `/api/v1/leave/${roomId}`);
    for (const at of [url, `/api/v1/publish/${foreignId}/upload`]) {
      const again = [
        await sendForm(admin, at, [["client_id", clientId], file("a.txt")]),
        await sendForm(admin, at, [file("a.txt"), ["client_id", clientId]]),
        await send(admin, "POST", at, {
          headers: { "content-type": "application/json" },
          body: bytesOf(JSON.stringify({ upload: randomUUID(), client_id: clientId })),
        }),
      ];
      expect(again.map(({ status, body }) => [at, status, body.code])).toEqual(again.map(() => [at, 404, "not_found"]));
    }
    expect((await sendForm(admin, url, [file("b.txt")])).status).toBe(404);
    await call(admin, "POST", `/api/v1/leave/${foreignId}`);
  });

  const long = "x".repeat(4001);
  const wrong: [string, FormFields, string][] = [
    ["no file", [["message", "x"]], "attachment"],
    ["a file that is a text", [["attachment", "x"]], "attachment"],
    ["an empty file", [file("a.txt", bytesOf(""))], "attachment"],
    ["a second file", [file("a.txt"), file("b.txt")], "attachment"],
    ["a file of another name", [["altul", { name: "a", bytes: bytesOf("x") }]], "attachment"],
    ["a text that is too long", [["message", long], file("a.txt")], "message"],
    ["a text that is far too long", [["message", "x".repeat(40_000)], file("a.txt")], "message"],
    ["a text of control characters", [["message", "a\u0000b"], file("a.txt")], "message"],
    ["two texts", [["message", "a"], ["message", "b"], file("a.txt")], "message"],
    ["a key that is none", [["client_id", "x"], file("a.txt")], "client_id"],
    [
      "two keys",
      [
        ["client_id", randomUUID()],
        ["client_id", randomUUID()],
      ],
      "client_id",
    ],
    ["many fields", [...Array.from({ length: 11 }, (_, n) => [`f${n}`, "x"] as const), file("a.txt")], "body"],
    ["many fields without names", [...Array.from({ length: 11 }, () => ["", "x"] as const), file("a.txt")], "body"],
  ];
  test.each(wrong)("[MSG-3c] %s is 422 and leaves nothing", async (_what, fields, field) => {
    const before = [await total("files"), await total("messages")];
    const { status, body } = await upload(fields);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, "invalid", [field]]);
    expect([await total("files"), await total("messages")]).toEqual(before);
  });

  test.each([
    ["no boundary", "multipart/form-data", "x"],
    ["another boundary", "multipart/form-data; boundary=b", "--a\r\n\r\nx\r\n--a--\r\n"],
    [
      "no end",
      "multipart/form-data; boundary=a",
      '--a\r\nContent-Disposition: form-data; name="attachment"; filename="x"\r\n\r\nabc',
    ],
    ["nothing", "multipart/form-data; boundary=a", ""],
    ["no JSON", "application/json", "{"],
    ["an endless header", "multipart/form-data; boundary=a", `--a\r\nX: ${"x".repeat(60_000)}\r\n\r\nabc\r\n--a--\r\n`],
  ])("[MSG-3c] a body with %s is unreadable and leaves nothing", async (_what, type, body) => {
    const before = [await total("files"), await total("messages")];
    const answer = await send(ana, "POST", url, { headers: { "content-type": type }, body: bytesOf(body) });
    expect([400, 422]).toContain(answer.status);
    expect([await total("files"), await total("messages")]).toEqual(before);
  });
});

describe("permissions", () => {
  const form: FormFields = [file("a.txt")];

  test("[MSG-3b] uploads by signed-out callers, strangers, visitors, and people without a role are refused", async () => {
    expect((await sendForm(null, url, form)).status).toBe(401);
    const [foreign, absent] = [
      await sendForm(ana, `/api/v1/publish/${foreignId}/upload`, form),
      await sendForm(ana, "/api/v1/publish/999999/upload", form),
    ];
    const shapeOf = ({ status, body }: typeof foreign) => [status, { ...body, request_id: "" }];
    expect(shapeOf(foreign)).toEqual(shapeOf(absent));
    expect(foreign.status).toBe(404);
    expect((await sendForm(radu, url, form)).status).toBe(403);
    expect((await sendForm(nou, url, form)).status).toBe(404);
    expect((await sendForm(mia, url, form)).status).toBe(201);
  });

  test.each(["messages.attach", "messages.publish"])(
    "[MSG-3b] uploads without %s are refused, even in one's own room",
    async (lost) => {
      await pool.query("update roles set permissions = array_remove(permissions, $1) where name = 'Customer'", [lost]);
      const refusals = [
        await sendForm(ana, url, form),
        await send(ana, "POST", url, {
          headers: { "content-type": "application/json" },
          body: bytesOf(JSON.stringify({ upload: randomUUID(), client_id: randomUUID() })),
        }),
        await send(ana, "POST", "/api/v1/uploads", { headers: { "tus-resumable": "1.0.0", "upload-length": "5" } }),
      ];
      await pool.query("update roles set permissions = array_append(permissions, $1) where name = 'Customer'", [lost]);
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(refusals.map(() => [403, "forbidden"]));
      expect((await sendForm(ana, url, form)).status).toBe(201);
    },
  );
});
