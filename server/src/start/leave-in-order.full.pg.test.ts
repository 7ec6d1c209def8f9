import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../testing/http-calls.ts";
import { beginRequest, openSocket } from "../testing/leaving.ts";
import { startRedis } from "../testing/redis.ts";
import { initialisedFolder, startServerProcess, until } from "../testing/server-process.ts";

test("[RUN-5] with other processes, SIGTERM makes readiness 503 and closes sockets with 4200, accepted requests finish, and the exit code is 0", async (context) => {
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
  server.signal("SIGTERM");
  const readiness = await until(async () => {
    const answer = await call(server.url, "/readyz");
    return answer.status === 503 ? answer : undefined;
  });
  expect(readiness.body).toMatchObject({ ready: false, leaving: true, database: "up" });
  // The client must reconnect, since a kept-alive connection would be closed during its next request.
  expect(readiness.headers.get("connection")).toBe("close");
  expect(new Set(await closed)).toEqual(new Set([4200]));
  let answer = "";
  request.setEncoding("utf8").on("data", (text: string) => (answer += text));
  request.write(body.slice(5));
  await once(request, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/u);
  const end = await server.ended;
  expect(end.exitCode).toBe(0);
  expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
});

test("[RUN-5e] a single process closes its sockets (4200) at once, accepts nobody, and finishes accepted requests", async () => {
  const DATA_DIR = initialisedFolder("demo");
  const server = await startServerProcess({ DATA_DIR, DEMO: "1" });
  const socket = await openSocket(server.url);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const body = JSON.stringify({ username: "ana", password: "demo" });
  const request = await beginRequest(server.url, body);
  server.signal("SIGTERM");
  expect(await closed).toBe(4200);
  // RUN-5: a server that announces its shutdown would still be listening.
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
  let answer = "";
  request.setEncoding("utf8").on("data", (text: string) => (answer += text));
  request.write(body.slice(5));
  await once(request, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/u);
  expect((await server.ended).exitCode).toBe(0);
});
