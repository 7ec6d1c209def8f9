import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import Pusher from "pusher";
import { afterAll, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { addStaticFiles } from "./static-files.ts";
import { startTestApi } from "../testing/test-api.ts";
import { startLiveServer } from "../testing/realtime/live-server.ts";
import { realtimeRoutes } from "../realtime/routes.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const live = await startLiveServer();
afterAll(live.stop);
const api = await startTestApi({
  clock: { ...clockAt(() => 1_790_000_000_000), setTimeout: (run) => systemClock.setTimeout(run, 0) },
  limits: usualLimits,
});
const app: FastifyInstance = api.app;
await app.register(realtimeRoutes(live.realtime, systemClock));
const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "index.html"), "<title>Cuplaj</title>");
await addStaticFiles(app, { folder, inlineScripts: [], inlineStyles: [] });

test("[SEC-4] a route outside the table cannot be declared without a listed limit", async () => {
  expect(() => app.get("/export", () => "everything")).toThrow("/export has no limit");
  expect(() => app.get("/api/v1/export", () => "everything")).toThrow("/api/v1/export has no limit");
  expect(() => app.get("/healthz", () => "well")).not.toThrow();
  expect(Object.values(endpoints).filter(({ limit }) => limit === undefined)).toEqual([]);
});

test("[SEC-4] requests for unknown calls are limited, even where files are served", async () => {
  const from = (url: string) => app.inject({ url, remoteAddress: "192.0.2.11" });
  expect((await from("/")).statusCode).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 101; n += 1) statuses.push((await from("/api/v1/nothing")).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 404), 429]);
});

test("[SEC-4] every refusal of Pusher's HTTP API counts, even of an unknown application", async () => {
  const from = (url: string) => app.inject({ method: "POST", url, remoteAddress: "192.0.2.9", payload: "{}" });
  const statuses: number[] = [];
  for (let n = 0; n < 102; n += 1)
    statuses.push((await from(n % 2 === 0 ? "/apps/none/events" : "/apps/7/events")).statusCode);
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([404, 401]));
  expect(statuses.slice(100)).toEqual([429, 429]);
});

test("[HTTP-1e] a refused caller's long body stays unread, and the connection is closed", async () => {
  const connectionAfter = async (bytes: number) => {
    const payload = "x".repeat(bytes);
    return (await app.inject({ method: "POST", url: "/apps/none/events", remoteAddress: "192.0.2.10", payload }))
      .headers;
  };
  expect([(await connectionAfter(8192)).connection, (await connectionAfter(8193)).connection]).toEqual([
    "keep-alive",
    "close",
  ]);
});

test("[SEC-4] wrong signatures of Pusher's HTTP API count by address, right ones do not", async () => {
  const guess = async () => (await app.inject({ url: "/apps/7/channels?auth_key=app-key" })).statusCode;
  const statuses: number[] = [];
  for (let n = 0; n < 101; n += 1) statuses.push(await guess());
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), 429]);
  const { headers, payload } = await app.inject({ url: "/apps/7/channels?auth_key=app-key" });
  expect([headers["retry-after"], payload]).toEqual(["1", "Too many requests\n"]);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  const pusher = new Pusher({
    appId: "7",
    key: "app-key",
    secret: "app-secret",
    host: "127.0.0.1",
    port,
    useTLS: false,
  });
  expect((await pusher.get({ path: "/channels" })).status).toBe(200);
  expect(api.noted.at(-1)).toEqual({ event: "limit.met", who: null, what: "unknownCalls", from: "127.0.0.1" });
});
