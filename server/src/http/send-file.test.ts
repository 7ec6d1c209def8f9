import { connect } from "node:net";
import { Readable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { endOfTick } from "../kernel/clock.ts";
import { done } from "../kernel/outcome.ts";
import { goodToken, startTestApp, type TestAppOptions } from "../testing/test-app.ts";
import { createAnswerHeaders } from "./answer-headers.ts";
import type { FileAnswer, FilePart } from "./send-file.ts";

const download = {
  method: "GET",
  path: "/api/v1/test/file",
  limit: "reads",
  isExpensive: true,
  smallBy: "preview",
  answers: "file",
} as const satisfies Endpoint;
const list = {
  method: "GET",
  path: "/api/v1/test/list",
  limit: "reads",
  isExpensive: true,
  answers: { 200: {} },
} as const satisfies Endpoint;

const content = Buffer.from("0123456789abcdefghij");
const chunk = Buffer.alloc(64 * 1024, "x");
const large = 64 * 1024 * 1024;

async function start(change: Partial<FileAnswer> = {}, options: Partial<TestAppOptions> = {}) {
  const seen = { parts: [] as FilePart[], opened: 0, closed: 0 };
  const file: FileAnswer = {
    name: "factură „15”.pdf",
    type: "application/pdf",
    bytes: content.length,
    etag: '"one"',
    disposition: "attachment",
    cacheControl: "private, no-cache",
    open: async ({ start: from, end }) => Readable.from([content.subarray(from, end + 1)]),
    ...change,
  };
  const open: FileAnswer["open"] = async (part) => {
    seen.parts.push(part);
    seen.opened += 1;
    const source = await file.open(part);
    source?.once("close", () => (seen.closed += 1));
    return source;
  };
  const answerHeaders = createAnswerHeaders({
    calledOrigins: [],
    embedOrigins: [],
    inlineScripts: [],
    inlineStyles: [],
    isPublicSecure: false,
    storageTrouble: () => null,
  });
  const { port, app, clock } = await startTestApp({
    answerHeaders,
    ...options,
    addRoutes(route) {
      route(download, async () => done({ file: { ...file, open } }));
      route(list, async () => done({ status: 200, body: { here: true } }));
    },
  });
  const get = async (headers: Record<string, string> = {}, method = "GET", path: string = download.path) =>
    await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: goodToken, ...headers } });
  return { app, port, clock, seen, get };
}

function endless(read: { bytes: number }): Readable {
  return new Readable({
    read() {
      read.bytes += chunk.length;
      this.push(chunk);
    },
  });
}

const ask = `GET ${download.path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${goodToken}\r\n\r\n`;

test("[HTTP-2] a file has its type, name, tag, length and cache policy, and is never sniffed", async () => {
  const { get, seen } = await start();
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([200, content.toString()]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-length": "20",
    "content-disposition": `attachment; filename="factur? ?15?.pdf"; filename*=UTF-8''factur%C4%83%20%E2%80%9E15%E2%80%9D.pdf`,
    etag: '"one"',
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect(seen).toEqual({ parts: [{ start: 0, end: 19 }], opened: 1, closed: 1 });
});

test.each([
  ["bytes=0-4", "01234", "bytes 0-4/20"],
  ["bytes=5-5", "5", "bytes 5-5/20"],
  ["bytes=15-", "fghij", "bytes 15-19/20"],
  ["bytes=15-999", "fghij", "bytes 15-19/20"],
  ["bytes=-3", "hij", "bytes 17-19/20"],
  ["bytes=-999", content.toString(), "bytes 0-19/20"],
])("[HTTP-2] %s is one range (206)", async (range, text, contentRange) => {
  const answer = await (await start()).get({ range });
  const { headers } = answer;
  expect([answer.status, await answer.text(), headers.get("content-range"), headers.get("content-length")]).toEqual([
    206,
    text,
    contentRange,
    String(text.length),
  ]);
});

test.each<[string, FileAnswer["open"]]>([
  ["cannot be opened", () => Promise.reject(new Error("/srv/secret is gone"))],
  ["is not where it should be", () => Promise.resolve(null)],
])("[HTTP-2e] a file that %s is 503 without details, and logged", async (words, open) => {
  const lines: string[] = [];
  const { get } = await start({ open }, { log: pino({}, { write: (line) => void lines.push(line) }) });
  const answer = await get({ range: "bytes=0-4" });
  const { status, headers } = answer;
  expect([status, headers.get("cache-control"), headers.get("retry-after")]).toEqual([503, "no-store", "2"]);
  const { message, ...body } = (await answer.json()) as { message: string };
  expect(body).toMatchObject({ code: "unavailable" });
  expect(message).not.toContain("secret");
  const ofFile = ["content-range", "content-disposition", "accept-ranges", "etag"];
  expect(ofFile.filter((name) => headers.has(name))).toEqual([]);
  expect(lines.filter((line) => line.includes(words))).toHaveLength(1);
});

test("[HTTP-2e] a file shorter or longer than its row is never served as complete", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const stored = async (bytes: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
    await (await start({ open: async () => Readable.from(bytes.length === 0 ? [] : [bytes]) }, { log })).get(headers);
  const none = await stored(Buffer.alloc(0));
  expect([none.status, none.headers.get("retry-after")]).toEqual([503, "2"]);
  for (const length of [1, 19, 21, 40]) {
    const answer = await stored(Buffer.alloc(length, "x"));
    if (length < content.length) await expect(answer.text()).rejects.toThrow("terminated");
    else expect(answer.status).toBe(503);
  }
  await expect((await stored(content.subarray(0, 3), { range: "bytes=5-9" })).text()).rejects.toThrow("terminated");
  expect(lines.filter((line) => line.includes("a file broke off"))).toHaveLength(6);
});

test.each([
  ["no range", "bytes=x-5"],
  ["a range that ends before it begins", "bytes=5-4"],
  ["another unit", "lines=0-1"],
  ["several ranges", "bytes=0-1,4-5"],
  ["nothing", "bytes=-"],
])("[HTTP-2] %s returns the whole file", async (_what, range) => {
  const answer = await (await start()).get({ range });
  expect([answer.status, await answer.text()]).toEqual([200, content.toString()]);
});

test.each(["bytes=20-", "bytes=20-30", "bytes=-0", "bytes=99999999999999999999-"])(
  "[HTTP-2] %s is beyond the file: 416 with its length, and nothing is read",
  async (range) => {
    const { get, seen } = await start();
    const answer = await get({ range });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */20"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ code: "malformed" });
    expect(seen.opened).toBe(0);
  },
);

test("[HTTP-2] a range is served only of the version in `If-Range`, by a strong tag", async () => {
  const { get } = await start();
  const statusOf = async (tag: string): Promise<number> => {
    const answer = await get({ range: "bytes=0-4", "if-range": tag });
    await answer.text();
    return answer.status;
  };
  expect(await statusOf('"one"')).toBe(206);
  for (const tag of ['"two"', 'W/"one"', "Sun, 22 Nov 2026 10:00:00 GMT"]) expect(await statusOf(tag)).toBe(200);
});

test("[HTTP-2] a cached file gets 304, also for a range", async () => {
  const { get, seen } = await start();
  for (const tag of ['"one"', 'W/"one"', '"two", "one"', "*"]) {
    const answer = await get({ "if-none-match": tag, range: "bytes=0-4" });
    expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", '"one"']);
  }
  expect(seen.opened).toBe(0);
  expect((await get({ "if-none-match": '"two"' })).status).toBe(200);
});

test("[HTTP-2] HEAD has the headers of the whole file and reads nothing; an empty file is empty", async () => {
  const { get, seen } = await start();
  const { status, headers } = await get({ range: "bytes=0-4" }, "HEAD");
  expect([status, headers.get("content-length"), headers.get("content-type")]).toEqual([200, "20", "application/pdf"]);
  expect(seen.opened).toBe(0);
  const empty = await (await start({ bytes: 0 })).get();
  expect([empty.status, empty.headers.get("content-length"), await empty.text()]).toEqual([200, "0", ""]);
});

test("[HTTP-2e] a reader that disconnects closes the source, without a log line", async () => {
  const lines: unknown[] = [];
  const read = { bytes: 0 };
  const { port, seen } = await start(
    { bytes: large, open: async () => endless(read) },
    { log: pino({}, { write: (line) => void lines.push(line) }) },
  );
  lines.length = 0;
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(ask);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.destroy();
  await expect.poll(() => seen.closed).toBe(1);
  // Less than half was read, so a slow reader slows down the source.
  expect(read.bytes).toBeLessThan(large / 2);
  expect(lines).toEqual([]);
});

test("[HTTP-2] a source that fails before its first byte is 503 without details; one that fails later cuts the response", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const failing =
    (...first: Buffer[]): FileAnswer["open"] =>
    async () =>
      Readable.from(
        (async function* () {
          yield* first;
          await endOfTick();
          throw new Error("/srv/secret is gone");
        })(),
      );
  const early = await (await start({ open: failing() }, { log })).get();
  expect([early.status, early.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(await early.json()).toMatchObject({ code: "unavailable" });
  const late = await (await start({ open: failing(content.subarray(0, 5)) }, { log })).get();
  expect(late.status).toBe(200);
  await expect(late.text()).rejects.toThrow("terminated");
  expect(lines.filter((line) => line.includes("a file broke off"))).toHaveLength(2);
});

test("[HTTP-2e] an unread file is cut, and its slot is freed", async () => {
  const read = { bytes: 0 };
  const { port, clock, seen, get } = await start({ bytes: large, open: async () => endless(read) }, { stillMs: 200 });
  const deaf = connect(port, "127.0.0.1").on("error", () => undefined);
  deaf.pause();
  deaf.write(ask);
  await expect.poll(() => seen.opened).toBe(1);
  await expect.poll(() => seen.closed).toBe(1);
  clock.advance(250);
  expect((await get({}, "HEAD")).status).toBe(200);
});

test("[SEC-5b] [MSG-4k] a person's slow files block no list or preview, and a large file holds no slot once it was sent", async () => {
  const hold = Promise.withResolvers<void>();
  const { get, seen, clock } = await start({
    bytes: large,
    open: async () => {
      await hold.promise;
      let left = large / chunk.length;
      return new Readable({
        read() {
          this.push(left-- > 0 ? chunk : null);
        },
      });
    },
  });
  const whole = async (): Promise<number> => (await (await get()).arrayBuffer()).byteLength;
  const [first, second] = [whole(), whole()];
  await expect.poll(() => seen.opened).toBe(1);
  expect((await get({}, "GET", list.path)).status).toBe(200);
  // HEAD opens no file, but it is queued all the same.
  const seenThird: number[] = [];
  const third = get({}, "HEAD", `${download.path}?x=1`).then(({ status }) => seenThird.push(status));
  expect((await get({}, "HEAD", `${download.path}?preview=1`)).status).toBe(200);
  expect([seen.opened, seenThird]).toEqual([1, []]);
  hold.resolve();
  expect(await Promise.all([first, second])).toEqual([large, large]);
  await third;
  expect(seenThird).toEqual([200]);
  expect(clock.timerCount).toBe(0);
});
