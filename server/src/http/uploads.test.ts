import { pino } from "pino";
import { expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { goodToken } from "../testing/test-app.ts";
import { chunked, headOf, long, MiB, plain, startUploads } from "../testing/upload-app.ts";

test("[HTTP-1b] a body is streamed, with the headers that the call declares", async () => {
  const { open, seen } = await startUploads();
  const one = open();
  one.begin(null, chunked(1000));
  await expect.poll(() => seen.bytes).toBe(1000);
  one.socket.write(`${chunked(24)}0\r\n\r\n`);
  await expect.poll(() => one.text()).toContain('{"bytes":1024,"offset":7}');
  expect(one.text()).toContain("HTTP/1.1 201");
  one.begin(4, "abcd");
  await expect.poll(() => one.text()).toContain('{"bytes":1028,"offset":7}');
});

test("[HTTP-1b] exactly the maximum length is accepted, of any type; a missing or invalid header is 422", async () => {
  const { send } = await startUploads();
  expect((await send(Buffer.alloc(MiB))).status).toBe(201);
  const form = new FormData();
  form.append("attachment", new Blob(["x".repeat(5000)]), "a.txt");
  const { "content-type": type = "" } = Object.fromEntries(new Response(form).headers);
  expect((await send(await new Response(form).arrayBuffer(), { "content-type": type })).status).toBe(201);
  for (const offset of ["", "x", "-1", "1e3"]) {
    const answer = await send("x", { "upload-offset": offset });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: "invalid", errors: { "upload-offset": [expect.any(String)] } }),
    ]);
  }
});

test("[HTTP-1f] Node's own client gets the 413 of a body that is far too long, and so does a slow one", async () => {
  const { send, open, clock, seen } = await startUploads();
  for (let time = 0; time < 5; time += 1) {
    const refusal = await send(Buffer.alloc(26 * MiB));
    expect([refusal.status, await refusal.json()]).toEqual([413, expect.objectContaining({ code: "too_large" })]);
  }
  const slow = open();
  slow.begin(MiB + 1, "x");
  await expect.poll(() => slow.text()).toContain("HTTP/1.1 413");
  slow.socket.write("x".repeat(1000));
  await endOfTick();
  expect(slow.isClosed()).toBe(false);
  clock.advance(5000);
  await expect.poll(() => slow.isClosed()).toBe(true);
  expect(seen.begun).toBe(0);
});

test("[HTTP-1f] a known caller's refused body that arrives in time leaves the connection usable", async () => {
  const { open, clock } = await startUploads();
  const one = open();
  one.begin(MiB + 1, "x".repeat(MiB + 1));
  await expect.poll(() => one.text()).toContain("HTTP/1.1 413");
  one.begin(4, "abcd");
  await expect.poll(() => one.text()).toContain('{"bytes":4,"offset":7}');
  expect(clock.timerCount).toBe(0);
});

test("[HTTP-1f] a part in the wrong place is 409 at once, so that a resuming upload does not send it for nothing", async () => {
  const { open } = await startUploads();
  const one = open();
  one.begin(MiB, "x", 409);
  await expect.poll(() => one.text()).toContain("HTTP/1.1 409");
  await expect.poll(() => one.isClosed()).toBe(true);
});

test("[HTTP-1e] a body that announces too much is 413 before any of it is read", async () => {
  const { open, seen, clock } = await startUploads();
  const one = open();
  one.begin(MiB + 1);
  await expect.poll(() => one.text()).toContain('"code":"too_large"');
  expect(one.text()).toContain("HTTP/1.1 413");
  clock.advance(5000);
  await expect.poll(() => one.isClosed()).toBe(true);
  expect(seen.begun).toBe(0);
});

test("[HTTP-1e] a body that announces nothing is 413 once it exceeds the limit, and at most 8 MiB more are read", async () => {
  const { app, open, seen } = await startUploads();
  const one = open();
  one.begin(null);
  const piece = chunked(64 * 1024);
  let isFull = false;
  for (let n = 0; n < 1000 && !one.isClosed(); n += 1) {
    if (!one.socket.write(piece))
      await new Promise((resolve) => one.socket.once("drain", resolve).once("close", resolve));
    isFull ||= one.text().includes("HTTP/1.1 413");
  }
  await expect.poll(() => one.isClosed()).toBe(true);
  expect([isFull || one.text().includes("HTTP/1.1 413"), seen.bytes]).toEqual([true, MiB]);
  expect(seen.failed).toHaveLength(1);
  expect(app.server.listening).toBe(true);
});

test("[HTTP-1b][HTTP-1e] another type, or none, is 415, and no refused body reaches the call", async () => {
  const { send, seen } = await startUploads();
  for (const type of ["application/json", "text/plain", "image/png"])
    expect((await send("{}", { "content-type": type })).status).toBe(415);
  expect(seen.begun).toBe(0);
  const refusal = await send(new Blob([Buffer.alloc(MiB)]), {}, 404);
  expect([refusal.status, await refusal.json()]).toEqual([404, expect.objectContaining({ code: "not_found" })]);
});

test("[HTTP-1][HTTP-1b] an upload has a time limit of its own (408), every other request 30 s", async () => {
  const { arrivals, open, seen } = await startUploads();
  const [one, other, twice] = [open(), open(), open()];
  one.begin(100, "x");
  other.socket.write(`${headOf(plain.path)}Content-Length: 10\r\n\r\n{`);
  twice.socket.write("GET /api/v1/nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{");
  await expect.poll(() => seen.begun).toBe(1);
  await expect.poll(() => twice.text()).toContain("HTTP/1.1 404");
  await expect.poll(() => arrivals.timerCount).toBe(1);
  arrivals.advance(30_000);
  expect(other.text()).toBe("");
  arrivals.advance(5000);
  await expect.poll(() => other.text()).toContain("HTTP/1.1 408");
  await expect.poll(() => [other.isClosed(), twice.isClosed()]).toEqual([true, true]);
  arrivals.advance(560_000);
  one.socket.write("x");
  await expect.poll(() => seen.bytes).toBe(2);
  arrivals.advance(10_000);
  await expect.poll(() => one.text()).toContain("HTTP/1.1 408");
  await expect.poll(() => one.isClosed()).toBe(true);
  expect(seen.failed).toHaveLength(1);
});

test("[HTTP-1b] only admitted callers get the time limit of an upload", async () => {
  const { arrivals, open } = await startUploads();
  const stranger = open();
  const head = "PATCH /api/v1/test/upload/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/offset+octet-stream\r\n";
  stranger.socket.write(`${head}Content-Length: 100\r\n\r\nx`);
  await expect.poll(() => stranger.text()).toContain("HTTP/1.1 401");
  arrivals.advance(35_000);
  await expect.poll(() => stranger.isClosed()).toBe(true);
});

test("[HTTP-1b] an upload may stall longer than other requests, and is cut after its own limit", async () => {
  const patient = await startUploads({ stillMs: 100, stillMsMax: 600_000 });
  const [uploaded, plainOne] = [patient.open(), patient.open()];
  uploaded.begin(100, "x");
  await expect.poll(() => patient.seen.bytes).toBe(1);
  // An ordinary request that stalls is cut before an upload that has stalled as long.
  plainOne.socket.write(`${headOf(plain.path)}Content-Length: 10\r\n\r\n{`);
  await expect.poll(() => plainOne.isClosed()).toBe(true);
  uploaded.socket.write("x".repeat(99));
  await expect.poll(() => uploaded.text()).toContain("HTTP/1.1 201");
  const { open, seen, send, clock } = await startUploads({ stillMs: 600_000, stillMsMax: 100 });
  const one = open();
  one.begin(100, "x");
  await expect.poll(() => seen.begun).toBe(1);
  await expect.poll(() => one.isClosed()).toBe(true);
  expect(seen.failed).toHaveLength(1);
  // The slot is free again; in this test, a person has one upload at a time.
  clock.advance(250);
  expect((await send("x")).status).toBe(201);
});

test("[MSG-3f] a completely received upload may wait longer for its response than it may stall", async () => {
  const { promise: checked, resolve: endCheck } = Promise.withResolvers<void>();
  const { open, seen } = await startUploads({ stillMs: 100, stillMsMax: 200, expensive: 2, afterBody: () => checked });
  const [one, still] = [open(), open()];
  one.begin(4, "abcd");
  still.begin(5, "abcd");
  await expect.poll(() => still.isClosed()).toBe(true);
  expect(one.isClosed()).toBe(false);
  endCheck();
  await expect.poll(() => one.text()).toContain("HTTP/1.1 201");
  expect(seen.failed).toHaveLength(1);
});

test("[HTTP-1b] a sender that disconnects mid-upload is not an error of ours, and is not logged", async () => {
  const [lines, away] = [[] as unknown[], [] as unknown[]];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const { open, seen } = await startUploads({ log, noteAway: (error) => away.push(error), expensive: 9 });
  lines.length = 0;
  for (let n = 1; n <= 4; n += 1) {
    const one = open();
    one.begin(n % 2 === 0 ? null : 100_000, n % 2 === 0 ? chunked(10) : "x");
    await expect.poll(() => seen.begun).toBe(n);
    if (n < 3) one.socket.destroy();
    else one.socket.resetAndDestroy();
    await expect.poll(() => seen.failed.length).toBe(n);
  }
  expect([lines, away]).toEqual([[], []]);
});

test("[HTTP-1] a buffered body may have 128 KiB, or the limit of its call", async () => {
  const { port } = await startUploads();
  const post = async (path: string, bytes: number): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: goodToken, "content-type": "application/json" },
      body: JSON.stringify({ x: "x".repeat(bytes) }),
    });
    return answer.status;
  };
  expect([await post(plain.path, 120_000), await post(plain.path, 140_000)]).toEqual([200, 413]);
  expect([await post(long.path, 290_000), await post(long.path, 310_000)]).toEqual([200, 413]);
});

const shredded = (pieces: number): string => "1\r\nx\r\n".repeat(pieces);

test("[HTTP-1e] a body in chunks as small as a bad network's is accepted", async () => {
  const { open, seen } = await startUploads();
  const one = open();
  one.begin(null, shredded(2000));
  await expect.poll(() => seen.bytes).toBe(2000);
  for (let n = 0; n < 2000; n += 1) one.socket.write(chunked(500));
  one.socket.write("0\r\n\r\n");
  await expect.poll(() => one.text()).toContain('{"bytes":1002000,"offset":7}');
});

test("[HTTP-1e] a body in more chunks is 400, whoever reads it, and the remaining chunks stay unread", async () => {
  const { open, seen } = await startUploads({ expensive: 9 });
  const [upload, json] = [open(), open()];
  upload.begin(null);
  const head = `POST ${plain.path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${goodToken}\r\nContent-Type: application/json\r\n`;
  json.socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  for (const one of [upload, json]) {
    one.socket.write(shredded(20_000));
    await expect.poll(() => one.text()).toContain("HTTP/1.1 400");
    expect(one.text()).toContain('"code":"malformed"');
    await expect.poll(() => one.isClosed()).toBe(true);
  }
  expect(seen.bytes).toBeLessThan(2020);
  expect(seen.failed).toHaveLength(1);
});
