import fastify from "fastify";
import Pusher from "pusher";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { realtimeRoutes } from "./routes.ts";
import { rawRequest } from "../testing/raw-request.ts";
import { admittingApp } from "../testing/realtime/core.ts";
import { type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(
  prefix = "",
  options: Parameters<typeof startLiveServer>[0] = {},
): Promise<{ live: LiveServer; pusher: Pusher; url: string }> {
  const live = await startLiveServer(options);
  const api = fastify();
  await api.register(realtimeRoutes(live.realtime, systemClock), { prefix });
  const url = await api.listen({ port: 0, host: "127.0.0.1" });
  stops.push(() => api.close(), live.stop);
  return { live, pusher: pusherFor(url), url };
}

function pusherFor(url: string, appId = "7", key = "app-key", secret = "app-secret"): Pusher {
  return new Pusher({ appId, key, secret, host: "127.0.0.1", port: new URL(url).port, useTLS: false });
}

async function get(pusher: Pusher, path: string, params: Record<string, string> = {}): Promise<unknown> {
  const answer = await pusher.get({ path, params });
  return answer.json();
}

describe("the HTTP API", () => {
  test("[LIVE-1] publishes to subscribers except the sender's socket, and returns exactly {}", async () => {
    const { live, pusher } = await start();
    const [own, other] = await Promise.all([live.connect(), live.connect()]);
    for (const client of [own, other]) await client.subscribe("private-a");
    const answer = await pusher.trigger(["private-a", "private-b"], "e", { n: 1 }, { socket_id: own.id });
    expect(await answer.text()).toBe("{}");
    for (const client of [own, other]) await client.settle();
    expect([own.frames, other.frames]).toEqual([[], [{ event: "e", channel: "private-a", data: { n: 1 } }]]);
  });

  test("[LIVE-1] publishes a batch and returns the requested counts in order", async () => {
    const { live, pusher } = await start();
    const client = await live.connect();
    await client.subscribe("presence-a", { user_id: "1" });
    const answer = await pusher.triggerBatch([
      { channel: "presence-a", name: "e", data: "1", info: "user_count,subscription_count" },
      { channel: "private-b", name: "e", data: "2" },
    ]);
    expect(await answer.json()).toEqual({ batch: [{ user_count: 1, subscription_count: 1 }, {}] });
    expect((await client.next("e")).data).toBe(1);
  });

  test("[LIVE-1] returns occupied channels, one channel and its users", async () => {
    const { live, pusher } = await start();
    const tabs = await Promise.all([live.connect(), live.connect()]);
    for (const tab of tabs) await tab.subscribe("presence-a", { user_id: "1" });
    await tabs[0]?.subscribe("private-b");
    expect(await get(pusher, "/channels")).toEqual({ channels: { "presence-a": {}, "private-b": {} } });
    const filter = { filter_by_prefix: "presence-", info: "user_count" };
    expect(await get(pusher, "/channels", filter)).toEqual({ channels: { "presence-a": { user_count: 1 } } });
    const info = { info: "user_count,subscription_count" };
    expect(await get(pusher, "/channels/presence-a", info)).toEqual({
      occupied: true,
      user_count: 1,
      subscription_count: 2,
    });
    expect(await get(pusher, "/channels/private-x")).toEqual({ occupied: false });
    expect(await get(pusher, "/channels/presence-a/users")).toEqual({ users: [{ id: "1" }] });
  });

  test("[LIVE-8] terminates a user's connections with 4009", async () => {
    const { live, pusher } = await start("", { apps: [admittingApp] });
    const [own, other] = await Promise.all([live.connect(), live.connect()]);
    await own.subscribe("presence-a", { user_id: "1", session: "s" });
    await other.subscribe("presence-a", { user_id: "2", session: "t" });
    await pusher.terminateUserConnections("1");
    expect(await own.closed).toBe(4009);
    await other.settle();
  });

  test("[LIVE-1] a path prefix is not part of the signature", async () => {
    const { url } = await start("/realtime");
    const signed = Pusher.forURL(`http://app-key:app-secret@127.0.0.1:${new URL(url).port}/apps/7`);
    const query = signed.createSignedQueryString({ method: "GET", path: "/apps/7/channels", params: {} });
    const answer = await fetch(`${url}/realtime/apps/7/channels?${query}`);
    expect([answer.status, await answer.text()]).toEqual([200, '{"channels":{}}']);
  });

  test.each([
    ["an unknown app", "9", "app-key", "app-secret", 404],
    ["a wrong key", "7", "other", "app-secret", 401],
    ["a wrong secret", "7", "app-key", "other", 401],
  ])("[LIVE-1] %s is refused", async (_name, appId, key, secret, status) => {
    const { url } = await start();
    await expect(pusherFor(url, appId, key, secret).trigger("a", "e", {})).rejects.toMatchObject({ status });
  });

  test.each([
    ["an unknown app", "/apps/9/events", 404],
    ["a wrong signature", "/apps/7/events?auth_key=app-key&auth_version=1.0", 401],
  ])("[SEC-4] %s is refused before the body arrives", async (_name, path, status) => {
    const { url } = await start();
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{`;
    const answer = await rawRequest({ port: Number(new URL(url).port), isSecure: false }, head);
    expect(answer?.status).toBe(status);
  });

  test("[LIVE-1] a body other than the signed one is refused", async () => {
    const { url } = await start();
    const request = { method: "POST", path: "/apps/7/events", body: "{}", params: {} };
    const query = pusherFor(url).createSignedQueryString(request);
    const answer = await fetch(`${url}/apps/7/events?${query}`, { method: "POST", body: "{ }" });
    expect([answer.status, await answer.text()]).toEqual([401, "Wrong body_md5\n"]);
  });

  test.each([
    ["GET", "/channels", { info: "user_count" }],
    ["GET", "/channels", { info: "secrets" }],
    ["GET", "/channels/a", { info: "user_count" }],
    ["GET", "/channels/a", { info: "cache" }],
    ["GET", "/channels/a/users", {}],
    ["GET", "/channels/a%20b", {}],
  ])("[LIVE-1] %s %s with %j is a bad request", async (_method, path, params) => {
    const { pusher } = await start();
    await expect(pusher.get({ path, params })).rejects.toMatchObject({ status: 400 });
  });

  test.each([
    [{}, 400],
    [{ name: "e", data: {}, channel: "a" }, 400],
    [{ name: "", data: "", channel: "a" }, 400],
    [{ name: "e".repeat(201), data: "", channel: "a" }, 400],
    [{ name: "e", data: "", channel: "a b" }, 400],
    [{ name: "e", data: "", channels: [] }, 400],
    [{ name: "e", data: "", channels: Array.from({ length: 101 }, (_, index) => `c${index}`) }, 400],
    [{ name: "e", data: "", channel: "a", socket_id: "1.2:private-x" }, 400],
    [{ name: "e", data: "x".repeat(10 * 1024 + 1), channel: "a" }, 413],
    [{ name: "e", data: "x".repeat(10 * 1024), channel: "a" }, 200],
  ])("[LIVE-1] the event %j gets %i", async (body, status) => {
    const { pusher } = await start();
    // The package's types require text, but its code serializes any value.
    const posted = await pusher.post({ path: "/events", ...{ body: Object(body) } }).then(
      (answer) => answer.status,
      (error: { status: number }) => error.status,
    );
    expect(posted).toBe(status);
  });
});
