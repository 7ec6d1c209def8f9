import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { startRedis } from "../testing/redis.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";
import { giveFile } from "../testing/stored-files.ts";

const database = await createTestDatabase();
const { ana } = await addPeople(database);
const { pool, url: DATABASE_URL } = database;
const authorization = `Bearer ${ana.token}`;
const content = randomBytes(8 * 1024 * 1024);

const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const startServer = async (more = {}) =>
  await startServerProcess({
    ...{ DATABASE_URL, STORAGE_URL: `file:${folder}`, DATA_DIR: temporaryFolder(), LIMITS: "off" },
    ...more,
  });

async function start(more = {}) {
  const server = await startServer(more);
  const call = async (path: string, body: object) => {
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    // oxlint-disable-next-line typescript/no-explicit-any
    return (await answer.json()) as any;
  };
  const { chat } = await call("/api/v1/join", { type: 1, channel: 10_001 });
  const { message } = await call(`/api/v1/publish/${chat.id}`, { message: "uite" });
  const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir: folder });
  const files = { storages, folder: "" };
  await giveFile({ pool, files }, message.id, { name: "film.mp4", mime: "video/mp4", content });
  return { server, path: `/api/v1/chat/${chat.id}/download/${message.id}/0` };
}

test("[HTTP-2e] 200 aborted downloads leave no descriptor and little memory", async () => {
  const { server, path } = await start();
  const descriptors = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
  const openFiles = (): string =>
    execFileSync("find", [`/proc/${server.pid}/fd`, "-lname", `${folder}/*`], { encoding: "utf8" });
  const residentKb = (): number =>
    Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]);
  const whole = async (): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${server.url}${path}`, { headers: { authorization } })).arrayBuffer());
  expect((await whole()).equals(content)).toBe(true);
  const { hostname, port } = new URL(server.url);
  /** Disconnects before, during or after the first bytes, or pauses reading for a while. */
  const breakOff = async (index: number): Promise<void> => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const ask = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`;
    socket.write(ask, () => index % 4 === 0 && socket.destroy());
    if (index % 4 === 1) socket.once("data", () => socket.destroy());
    else if (index % 4 === 2) socket.once("data", () => socket.once("data", () => socket.resetAndDestroy()));
    else if (index % 4 === 3) socket.once("readable", () => socket.destroy());
    await closed;
  };
  const round = async (): Promise<unknown> =>
    await Promise.all(Array.from({ length: 20 }, (_, index) => breakOff(index)));
  // The first round opens the database connections, which then remain open.
  await round();
  const before = { descriptors: descriptors(), residentKb: residentKb() };
  for (let rounds = 0; rounds < 10; rounds += 1) await round();
  await until(() => (openFiles() === "" && descriptors() <= before.descriptors ? true : undefined));
  expect((await whole()).equals(content)).toBe(true);
  // Each leaked download would hold at least 64 KiB and its socket's buffers.
  expect(residentKb() - before.residentKb).toBeLessThan(100 * 1024);
});

test("[MSG-4h] a ticket of one process is valid at another, and after a restart", async (context) => {
  const { url: REDIS_URL } = await startRedis(context);
  const { server, path } = await start({ REDIS_URL });
  const played = await fetch(`${server.url}${path}`, { method: "POST", headers: { authorization } });
  const [cookie = ""] = played.headers.get("set-cookie")?.split(";", 1) ?? [];
  const beside = await startServer({ REDIS_URL });
  server.signal("SIGKILL");
  const read = async (headers: Record<string, string>): Promise<Response> =>
    await fetch(`${beside.url}${path}`, { headers });
  expect(Buffer.from(await (await read({ cookie })).arrayBuffer()).equals(content)).toBe(true);
  expect((await read({ cookie: `${cookie}x` })).status).toBe(401);
});

test("[HTTP-2e] 60 concurrent readers, however slow, cost the process little memory", async () => {
  const { server, path } = await start();
  const residentKb = (): number =>
    Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]);
  const { hostname, port } = new URL(server.url);
  const ask = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`;
  const read = async (): Promise<{ socket: Socket; begun: Promise<unknown> }> => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(ask);
    return { socket, begun: new Promise((resolve) => socket.once("data", () => resolve(socket.pause()))) };
  };
  const before = residentKb();
  const readers = await Promise.all(Array.from({ length: 60 }, read));
  await Promise.all(readers.map(({ begun }) => begun));
  const held = residentKb() - before;
  // If all of them were held in memory, they would take 480 MiB.
  expect(held).toBeLessThan(100 * 1024);
  const bytes = await Promise.all(
    readers.map(async ({ socket }) => {
      let count = 0;
      for await (const chunk of socket) count += (chunk as Buffer).length;
      return count;
    }),
  );
  for (const count of bytes) expect(count).toBeGreaterThan(content.length - 128 * 1024);
});
