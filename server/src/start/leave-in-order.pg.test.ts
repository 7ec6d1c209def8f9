import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { call } from "../testing/http-calls.ts";
import { startRedis } from "../testing/redis.ts";
import { initialisedFolder, startServerProcess, until } from "../testing/server-process.ts";

/** Sends the head of a sign-in and half of its body: a request that is accepted and not finished. */
async function beginRequest(url: string, body: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const head = `POST /api/v1/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`);
  return socket;
}

/** Opens a live connection and waits until it is established. */
async function openSocket(url: string): Promise<WebSocket> {
  const { body } = await call(url, "/api/v1/settings");
  const socket = new WebSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}?protocol=7`);
  onTestFinished(() => socket.close());
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
  return socket;
}

test("[RUN-5] beside others readiness is 503 on SIGTERM, sockets leave with 4200, accepted requests finish, exit code 0", async (context) => {
  const DATA_DIR = initialisedFolder("demo");
  const { url: REDIS_URL } = await startRedis(context);
  const server = await startServerProcess({ DATA_DIR, DEMO: "1", REDIS_URL });
  const sockets = await Promise.all([1, 2, 3, 4, 5].map(() => openSocket(server.url)));
  const closed = Promise.all(
    sockets.map(
      (socket) => new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code))),
    ),
  );
  const body = JSON.stringify({ username: "ana", password: "demo" });
  const request = await beginRequest(server.url, body);
  const elapsedMs = startStopwatch();
  server.signal("SIGTERM");
  const readiness = await until(async () => {
    const answer = await call(server.url, "/readyz");
    return answer.status === 503 ? answer : undefined;
  });
  expect(readiness.body).toMatchObject({ ready: false, leaving: true, database: "up" });
  // The client is to ask elsewhere next time: a connection that is kept would be closed under its next request.
  expect(readiness.headers.get("connection")).toBe("close");
  expect(new Set(await closed)).toEqual(new Set([4200]));
  let answer = "";
  request.setEncoding("utf8").on("data", (text: string) => (answer += text));
  request.write(body.slice(5));
  await once(request, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/u);
  const end = await server.ended;
  expect(end.exitCode).toBe(0);
  expect(elapsedMs()).toBeLessThan(15_000);
  expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
});

test("[RUN-5][RUN-5c][RUN-5d] SIGHUP stops nothing; SIGINT ends with exit code 0 and no PostgreSQL left running", async () => {
  const DATA_DIR = initialisedFolder("empty");
  const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
  server.signal("SIGHUP");
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  server.signal("SIGINT");
  expect((await server.ended).exitCode).toBe(0);
  expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
});

test("[RUN-5e] a process that is alone closes its sockets (4200) at once, lets nobody in, and finishes accepted requests", async () => {
  const DATA_DIR = initialisedFolder("demo");
  const server = await startServerProcess({ DATA_DIR, DEMO: "1" });
  const socket = await openSocket(server.url);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const body = JSON.stringify({ username: "ana", password: "demo" });
  const request = await beginRequest(server.url, body);
  const elapsedMs = startStopwatch();
  server.signal("SIGTERM");
  expect(await closed).toBe(4200);
  // Without the half second of announcing and the batches of RUN-5.
  expect(elapsedMs()).toBeLessThan(500);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
  let answer = "";
  request.setEncoding("utf8").on("data", (text: string) => (answer += text));
  request.write(body.slice(5));
  await once(request, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/u);
  expect((await server.ended).exitCode).toBe(0);
});

test("[RUN-5b] a request that never ends does not hold the server beyond 15 s", async () => {
  const server = await startServerProcess({ DATA_DIR: initialisedFolder("empty"), DEMO: "0" });
  await beginRequest(server.url, JSON.stringify({ username: "ana", password: "demo" }));
  const elapsedMs = startStopwatch();
  server.signal("SIGTERM");
  server.signal("SIGTERM");
  expect((await server.ended).exitCode).toBe(0);
  expect(elapsedMs()).toBeLessThan(15_000);
});
