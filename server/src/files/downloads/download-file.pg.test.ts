import { randomBytes, createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { giveFile, type TestFile } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool, noted } = api;
const { ana, mia, radu, mihai } = people;

const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const otherRoom = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 })).body.chat.id;

const content = randomBytes(100_000);
const preview = Buffer.from("RIFF....WEBP");
const photo = { name: "față – „15”.jpg", mime: "image/jpeg", content, preview };

async function publish(author = ana, to = room): Promise<number> {
  return (await call(author, "POST", `/api/v1/publish/${to}`, { message: "uite" })).body.message.id;
}
async function publishFile(file: TestFile = photo, author = ana): Promise<number> {
  const id = await publish(author);
  await giveFile(api, id, file);
  return id;
}
const address = (message: number | string, kind: number | string = 0, of: number | string = room): string =>
  `/api/v1/chat/${of}/download/${message}/${kind}`;

const withPhoto = await publishFile();
const withoutFile = await publish();

const unpreviewed = await publishFile({ name: photo.name, mime: photo.mime, content });
const foreign = await publish(mihai, otherRoom);
await giveFile(api, foreign, photo);
const refusals: readonly (readonly [string, string])[] = [
  ["another kind", address(withPhoto, 1)],
  ["a message without a file", address(withoutFile)],
  ["an unknown message", address(2 ** 52)],
  ["a file of another room, by one's own", address(foreign)],
  ["a file of a foreign room", address(foreign, 0, otherRoom)],
  ["no file of a foreign room", address(2 ** 52, 0, otherRoom)],
  ["one's own file, by a foreign room", address(withPhoto, 0, otherRoom)],
  ["a file of no room", address(foreign, 0, 99_999_999)],
  ["a room that can be none", address(withPhoto, 0, "x")],
  ["a preview that there is none of", `${address(unpreviewed)}?preview=1`],
];

describe("readers of a file", () => {
  test("[MSG-4] members and holders of rooms.view-any may read, and visits are audited", async () => {
    noted.length = 0;
    for (const person of [ana, mia, radu]) {
      const answer = await get(person, address(withPhoto));
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(content)).toBe(true);
    }
    expect((await get(ana, address(withPhoto, 0, "oferta.10001"))).rawPayload.equals(content)).toBe(true);
    expect(noted).toEqual([
      { event: "room.read-without-membership", who: radu.id, what: String(room), from: "127.0.0.1" },
    ]);
  });

  test("[MSG-4] the kind in the URL is that of the message's author", async () => {
    const byAgent = await publishFile(photo, mia);
    expect((await call(mia, "GET", `/api/v1/chat/${room}/1`)).body.data.messages.at(-1).messages_file).toEqual({
      ...{ name: photo.name, size: content.length, mime: "image/jpeg" },
      url: address(byAgent, 2),
      preview_url: `${address(byAgent, 2)}?preview=1`,
    });
    const statuses = async (id: number) =>
      await Promise.all([0, 1, 2].map(async (kind) => (await get(ana, address(id, kind))).statusCode));
    expect(await statuses(byAgent)).toEqual([404, 404, 200]);
    expect(await statuses(withPhoto)).toEqual([200, 404, 404]);
  });

  test("[MSG-4] former members may not read it, even if the browser has a cached copy", async () => {
    const { etag } = (await get(mia, address(withPhoto))).headers;
    const again = { "if-none-match": String(etag) };
    expect((await get(mia, address(withPhoto), again)).statusCode).toBe(304);
    await call(mia, "POST", `/api/v1/leave/${room}`);
    expect((await get(mia, address(withPhoto), again)).statusCode).toBe(404);
    expect((await get(mia, `${address(withPhoto)}?preview=1`)).statusCode).toBe(404);
    expect((await call(mia, "POST", address(withPhoto))).status).toBe(404);
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
    expect((await get(mia, address(withPhoto), again)).statusCode).toBe(304);
  });

  test.each(refusals)("[MSG-4b] %s is the same 404, downloaded or played", async (_what, url) => {
    const absent = await call(ana, "GET", "/api/v1/absent");
    const alike = ({ body, headers }: Awaited<ReturnType<typeof call>>) => ({
      body: { ...body, request_id: "" },
      headers: { ...headers, date: "", "x-request-id": "" },
    });
    const answers = [await call(ana, "GET", url), ...(url.includes("?") ? [] : [await call(ana, "POST", url)])];
    for (const answer of answers) expect(alike(answer)).toEqual(alike(absent));
  });

  test("[MSG-4b] every refusal runs the same number of statements", async () => {
    const statements = async (url: string): Promise<string[]> => {
      const run: string[] = [];
      const query = pool.query.bind(pool);
      pool.query = ((given: { name?: string } | string, ...more: unknown[]) => {
        run.push(typeof given === "string" ? given : (given.name ?? ""));
        return Reflect.apply(query, pool, [given, ...more]);
      }) as typeof pool.query;
      await get(ana, url);
      pool.query = query;
      return run.filter((name) => /^(?:rooms|downloads)-/u.test(name)).toSorted();
    };
    for (const [, url] of refusals.slice(0, 8))
      expect(await statements(url)).toEqual(["downloads-find", "rooms-access"]);
  });
});

describe("responses", () => {
  test("[MSG-4d][MSG-4e] a file has its name, type and tag, and executes nothing", async () => {
    const { headers } = await get(ana, address(withPhoto));
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": "100000",
      "content-disposition": `inline; filename="fa?? ? ?15?.jpg"; filename*=UTF-8''${encodeURIComponent(photo.name)}`,
      etag: `"${sha256}"`,
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    const held = await get(ana, address(withPhoto), { "if-none-match": `"${sha256}"` });
    expect([held.statusCode, held.body, held.headers["cache-control"]]).toEqual([304, "", "private, no-cache"]);
  });

  test("[MSG-4c] the preview is a WebP with a tag of its own", async () => {
    const { headers, rawPayload } = await get(ana, `${address(withPhoto)}?preview=1`);
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(rawPayload.equals(preview)).toBe(true);
    expect(headers).toMatchObject({ "content-type": "image/webp", etag: `"${sha256}-preview"` });
    expect(headers["content-disposition"]).toContain(encodeURIComponent("față – „15”.webp"));
    const whole = await get(ana, `${address(withPhoto)}?preview=1`, { "if-none-match": `"${sha256}"` });
    expect(whole.statusCode).toBe(200);
  });

  test.each([
    ...["text/html", "image/svg+xml", "text/xml", "application/xml", "application/xhtml+xml", "text/plain", "x"],
    ...["image/svg+xml;charset=utf-8", "text/html; charset=utf-8", "image/png;text/html", "image/png, text/html", ""],
    ...["IMAGE/JPEG", "application/javascript", "audio/mpegurl", "multipart/x-mixed-replace", "message/rfc822"],
    ...["application/pdf+xml", "application/x-shockwave-flash", "text/vtt", "application/vnd.apple.mpegurl"],
  ])("[MSG-4c] a stored type of %j is downloaded as bytes", async (mime) => {
    const { headers } = await get(ana, address(await publishFile({ ...photo, name: "a.html", mime })));
    expect([headers["content-type"], headers["content-disposition"]]).toEqual([
      "application/octet-stream",
      "attachment; filename=a.html",
    ]);
  });

  test.each(["image/png", "image/gif", "image/webp", "image/avif", "audio/mpeg", "video/mp4", "application/pdf"])(
    "[MSG-4c] %s may be displayed inline",
    async (mime) => {
      const { headers } = await get(ana, address(await publishFile({ ...photo, name: "a", mime })));
      expect([headers["content-type"], headers["content-disposition"]]).toEqual([mime, "inline; filename=a"]);
    },
  );

  test.each([
    ["bytes=0-9", 206, "bytes 0-9/100000", 10],
    ["bytes=99990-", 206, "bytes 99990-99999/100000", 10],
    ["bytes=-10", 206, "bytes 99990-99999/100000", 10],
    ["bytes=0-1,5-6", 200, undefined, 100_000],
    ["bytes=100000-", 416, "bytes */100000", null],
  ])("[MSG-4] %s returns %i", async (range, status, contentRange, length) => {
    const { statusCode, headers, rawPayload } = await get(ana, address(withPhoto), { range });
    expect([statusCode, headers["content-range"]]).toEqual([status, contentRange]);
    if (length === null) return;
    const start = Number(/bytes (\d+)/u.exec(contentRange ?? "")?.[1] ?? 0);
    expect(rawPayload.equals(content.subarray(start, start + length))).toBe(true);
  });

  test("[MSG-4] HEAD has the headers of the whole, and an empty file is empty", async () => {
    const head = await api.app.inject({ method: "HEAD", url: address(withPhoto), headers: tokenOf(ana) });
    expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "100000", ""]);
    const empty = await get(ana, address(await publishFile({ ...photo, content: Buffer.alloc(0) })));
    expect([empty.statusCode, empty.headers["content-length"], empty.body]).toEqual([200, "0", ""]);
  });
});

const tokenOf = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
async function get(person: typeof ana, url: string, headers: Record<string, string> = {}) {
  return await api.app.inject({ method: "GET", url, headers: { ...tokenOf(person), ...headers } });
}
