import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type CutPoint, cutPoints } from "./cut.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

interface Behind {
  readonly proxy: FaultProxy;
  readonly received: string[];
}

/** Starts an echoing HTTP and websocket server behind a proxy. */
async function startBehindProxy(): Promise<Behind> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("error", () => undefined);
    request.on("end", () => {
      received.push(body);
      response.end(JSON.stringify({ answer: body }));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.on("message", (data: Buffer) => socket.send(data.toString())));
  const proxy = await startFaultProxy({ host: "127.0.0.1", port: await listen(server) });
  onTestFinished(async () => {
    await proxy.close();
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { proxy, received };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function post(proxy: FaultProxy, body: string, path = "/publish/1"): Promise<string> {
  const response = await fetch(`${proxy.url}${path}`, { method: "POST", body });
  return await response.text();
}

async function openSocket(proxy: FaultProxy): Promise<WebSocket> {
  const socket = new WebSocket(proxy.url.replace("http", "ws"));
  await once(socket, "open");
  return socket;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

describe("a proxy without faults", () => {
  test("[LIVE-1] passes calls and websocket frames through unchanged", async () => {
    const { proxy } = await startBehindProxy();
    const long = "ț".repeat(300_000);
    expect(JSON.parse(await post(proxy, long))).toEqual({ answer: long });
    const socket = await openSocket(proxy);
    socket.send(long);
    const [data] = await once(socket, "message");
    expect(String(data)).toBe(long);
  });

  test("[LIVE-1] passes on the end of a connection", async () => {
    const { proxy } = await startBehindProxy();
    const socket = await openSocket(proxy);
    socket.close(1000);
    const [code] = await once(socket, "close");
    expect(code).toBe(1000);
    await expect.poll(() => proxy.connections()).toBe(0);
  });
});

describe("cuts", () => {
  test.each<[CutPoint, number]>([
    ["before-request-end", 0],
    ["before-answer", 1],
    ["mid-answer", 1],
  ])("[MSG-2a] %s: the sender gets no response, and the server gets %i calls", async (point, calls) => {
    const { proxy, received } = await startBehindProxy();
    await post(proxy, "other", "/other");
    const cut = proxy.cutNext({ point, matching: "POST /publish" });
    await expect(post(proxy, "mesaj")).rejects.toThrow(/fetch failed|terminated/u);
    await cut;
    expect(received).toHaveLength(1 + calls);
    expect(JSON.parse(await post(proxy, "mesaj"))).toEqual({ answer: "mesaj" });
  });

  test("[MSG-2a] only the matching call is cut", async () => {
    const { proxy } = await startBehindProxy();
    expect(cutPoints).toHaveLength(3);
    void proxy.cutNext({ point: "before-answer", matching: "POST /publish" });
    expect(JSON.parse(await post(proxy, "x", "/read/1"))).toEqual({ answer: "x" });
    await expect(post(proxy, "y")).rejects.toThrow(/fetch failed|terminated/u);
  });
});

describe("conditions", () => {
  test("[MSG-2a] latency delays each direction and keeps the order", async () => {
    const { proxy } = await startBehindProxy();
    const socket = await openSocket(proxy);
    proxy.setConditions({ latencyMs: 80 });
    const came: string[] = [];
    socket.on("message", (data: Buffer) => came.push(data.toString()));
    const sent = Array.from({ length: 50 }, (_, at) => String(at));
    const ms = await timeOf(async () => {
      for (const text of sent) socket.send(text);
      await expect.poll(() => came.length, { interval: 5 }).toBe(50);
    });
    expect(came).toEqual(sent);
    expect(ms).toBeGreaterThan(155);
    expect(ms).toBeLessThan(50 * 80);
  });

  test("[MSG-2a] a throttled link carries no more than its rate", async () => {
    const { proxy } = await startBehindProxy();
    proxy.setConditions({ bytesPerSecond: 20_000 });
    const ms = await timeOf(() => post(proxy, "m".repeat(6000)));
    expect(ms).toBeGreaterThan(550);
  });

  test("[MSG-2a] a stalled link holds everything back until it is healed, and closes nothing", async () => {
    const { proxy, received } = await startBehindProxy();
    const socket = await openSocket(proxy);
    proxy.setConditions({ isStalled: true });
    socket.send("late");
    const answer = post(proxy, "slow");
    const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, "nothing yet"))]);
    expect([first, received.length]).toEqual(["nothing yet", 0]);
    const frame = once(socket, "message");
    proxy.setConditions({});
    expect(JSON.parse(await answer)).toEqual({ answer: "slow" });
    expect(String((await frame)[0])).toBe("late");
  });

  test("[MSG-2a] a reset ends every connection at once, and new ones are accepted", async () => {
    const { proxy } = await startBehindProxy();
    const socket = await openSocket(proxy);
    const closed = once(socket, "close");
    socket.on("error", () => undefined);
    expect(proxy.resetAll()).toBe(1);
    expect((await closed)[0]).toBe(1006);
    expect(JSON.parse(await post(proxy, "again"))).toEqual({ answer: "again" });
  });
});
