import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemoryBus } from "./bus.ts";
import type { LiveRefusal } from "./realtime-options.ts";
import { startCore, testApp } from "../testing/realtime/core.ts";
import { type LiveChanges, type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";
import { bind } from "./user-sockets.ts";

interface Watched extends LiveServer {
  readonly refused: LiveRefusal[];
}

async function start(changes: LiveChanges = {}): Promise<Watched> {
  const refused: LiveRefusal[] = [];
  const server = await startLiveServer({ ...changes, hooks: { onRefused: (refusal) => void refused.push(refusal) } });
  onTestFinished(server.stop);
  return { ...server, refused };
}

async function rawSocket({ port }: LiveServer, path = "/app/app-key?protocol=7"): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(socket, "data");
  return socket;
}

async function untilClosed(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks);
}

const closeCodeIn = (bytes: Buffer): number => bytes.readUInt16BE(bytes.lastIndexOf(0x88) + 2);
const masked = (opcode: number, payload = ""): Buffer =>
  Buffer.concat([Buffer.from([opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]);
const [ping, pong] = [masked(0x89), masked(0x8a)];

test.each([
  [64, "pusher:pong"],
  [65, 1008],
])("[SEC-2d] a frame in %i pieces gets %s", async (pieces, answer) => {
  const server = await start();
  const socket = await rawSocket(server);
  const text = JSON.stringify({ event: "pusher:ping", pad: "x".repeat(100) });
  const frames = Array.from({ length: pieces }, (_, n) => {
    const isLast = n === pieces - 1;
    return masked((n === 0 ? 0x01 : 0x00) | (isLast ? 0x80 : 0), isLast ? text.slice(n) : text[n]);
  });
  socket.write(Buffer.concat(frames));
  if (answer === 1008) expect(closeCodeIn(await untilClosed(socket))).toBe(answer);
  else expect(String(await once(socket, "data"))).toContain(answer);
});

test.each([
  ["pings", ping],
  ["pongs", pong],
])(
  "[SEC-2d] a socket that floods %s is cut immediately without waiting for its close frame, and nothing more is read",
  async (_name, frame) => {
    const server = await start({ limits: { controlFramesPerSecondMax: 10, closeTimeoutMs: 3_600_000 } });
    const [other, socket] = [await server.connect(), await rawSocket(server)];
    const flood = Buffer.concat(Array.from({ length: 10_000 }, () => frame));
    const send = (error?: Error | null): void => {
      if (!error && !socket.destroyed) socket.write(flood, send);
    };
    send();
    await untilClosed(socket);
    expect(server.refused).toEqual([{ reason: "control-frames", address: "127.0.0.1", user: null }]);
    await other.settle();
    expect(server.realtime.metrics()).toMatchObject({ sockets: 1, closesByCode: { "4100": 1 } });
  },
);

test.each([
  ["was closed", "/app/app-key?protocol=7"],
  ["was never let in", "/app/app-key"],
])("[SEC-2d][LIVE-7] a socket that %s and keeps sending is not awaited", async (_name, path) => {
  const server = await start({ limits: { closeTimeoutMs: 3_600_000 } });
  const socket = await rawSocket(server, path);
  const drained = server.realtime.drain({ batchSize: 1, intervalMs: 0 });
  socket.write(Buffer.concat(Array.from({ length: 20 }, () => pong)));
  await untilClosed(socket);
  await drained;
  expect(server.realtime.metrics().sockets).toBe(0);
});

test.each([
  ["[SEC-2d] 50 pings in a second, as after a stall, are answered; the next second begins anew", 0],
  ["[WAIT-1] pings are counted by the second where the clock is set back", -3_600_000],
])("%s", (_rule, setByMs) => {
  const core = startCore();
  const { clock, parts } = core;
  const { connection, wire } = core.connect();
  if (connection === null) throw new Error("The socket was refused");
  for (let second = 0; second < 3; second += 1) {
    for (let count = 0; count < 50; count += 1) parts.lifecycle.controlled(connection);
    clock.setBy(setByMs);
    clock.advance(1000);
  }
  expect(wire.closedWith).toBeNull();
  for (let count = 0; count < 51; count += 1) parts.lifecycle.controlled(connection);
  expect([wire.closedWith?.code, wire.isCut]).toEqual([4100, true]);
});

test("[SEC-2b] an unauthenticated socket is closed with 4009 within a second of its time limit", () => {
  const refused: LiveRefusal[] = [];
  const hooks = { onRefused: (refusal: LiveRefusal) => void refused.push(refusal) };
  const core = startCore({ apps: [{ ...testApp, authorizeWithinMs: 30_000 }], hooks });
  const [silent, open, member] = [core.connect(), core.connect(), core.connect()];
  open.send({ event: "pusher:subscribe", data: { channel: "a" } });
  member.subscribe("private-a");
  const clients = [silent, open, member];
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      for (const { connection } of clients) if (connection !== null) core.parts.lifecycle.alive(connection);
      core.clock.advance(1000);
    }
  };
  pass(29);
  expect(clients.map(({ wire }) => wire.closedWith)).toEqual([null, null, null]);
  pass(2);
  expect(clients.map(({ wire }) => wire.closedWith?.code)).toEqual([4009, 4009, undefined]);
  expect(refused.map(({ reason }) => reason)).toEqual(["unauthorized", "unauthorized"]);
  pass(60);
  expect(member.wire.closedWith).toBeNull();
});

describe("an unauthenticated socket", () => {
  const start = () => startCore({ apps: [{ ...testApp, authorizeWithinMs: 30_000 }] });
  const wrong = { event: "pusher:subscribe", data: { channel: "private-a", auth: `${testApp.key}:x` } };

  test.each([
    ["110 frames, and 10 more a second", { event: "pusher:ping" }, 110, 10],
    ["11 wrongly signed subscriptions, and one more a second", wrong, 11, 1],
  ])("[SEC-2b] may send %s; one more cuts it", (_name, frame, atOnce, perSecond) => {
    const core = start();
    const client = core.connect();
    const send = (count: number): void => {
      for (let sent = 0; sent < count; sent += 1) client.send(frame);
    };
    send(atOnce);
    core.clock.advance(1000);
    send(perSecond);
    client.wire.take();
    expect(client.wire.closedWith).toBeNull();
    client.send(frame);
    expect([client.wire.closedWith?.code, client.wire.isCut]).toEqual([4100, true]);
  });

  test.each([
    [4096, undefined],
    [4097, 4100],
  ])("[SEC-2b] that sends a frame of %i bytes is closed with %s", (bytes, code) => {
    const client = start().connect();
    const text = '{"event":"pusher:ping","data":""}';
    client.send(
      text.replace('""', `"${"é".repeat((bytes - text.length) / 2)}${"x".repeat((bytes - text.length) % 2)}"`),
    );
    expect(client.wire.closedWith?.code).toBe(code);
  });

  test.each(["subscribes well", "is bound"])("[SEC-2b] is unrestricted once it %s", (way) => {
    const core = start();
    const client = core.connect();
    for (let sent = 0; sent < 10; sent += 1) client.send(wrong);
    if (way === "subscribes well")
      client.subscribe("presence-room", { user_id: "1", user_info: { pad: "x".repeat(1900) } });
    else if (client.connection !== null) bind(client.connection, "1", "s", core.parts);
    for (let channel = 0; channel < 99; channel += 1) client.subscribe(`private-${channel}`);
    client.send({ event: "client-x", channel: "private-1", data: "x".repeat(9000) });
    expect(client.wire.closedWith).toBeNull();
    expect(client.wire.take().filter(({ event }) => event === "pusher:error")).toEqual([]);
  });

  test("[SEC-2b] is unrestricted in an application without authentication", () => {
    const client = startCore().connect();
    for (let sent = 0; sent < 149; sent += 1) client.send(wrong);
    client.send({ event: "pusher:ping", data: "x".repeat(60_000) });
    expect(client.wire.take().at(-1)?.event).toBe("pusher:pong");
  });
});

test("[SEC-2] an address with its maximum of open sockets, across all processes, gets 429 until one closes", async () => {
  const bus = createMemoryBus();
  const announced = new Map<string, number>();
  bus.link().subscribe(({ node, message }) => {
    for (const { appId, subscriptions } of message.kind === "roster" ? message.occupancy : [])
      if (appId === "") announced.set(node, subscriptions);
  });
  const [first, second] = [
    await start({ bus: bus.link(), limits: { socketsPerAddressMax: 3 } }),
    await start({ bus: bus.link(), limits: { socketsPerAddressMax: 3 } }),
  ];
  const clients = [await first.connect(), await first.connect(), await second.connect()];
  // Announcements are sent at the end of a tick, perhaps after the client's socket is open.
  await expect.poll(() => new Set(announced.values())).toEqual(new Set([1, 2]));
  for (const server of [first, second]) {
    expect(await server.open().closed).toBe(429);
    expect(server.refused).toEqual([{ reason: "sockets", address: "127.0.0.1", user: null }]);
  }
  await clients[0]?.close();
  const tryAgain = async (): Promise<number> => {
    const client = second.open();
    return await Promise.race([client.closed, client.established().then(() => 101)]);
  };
  // Other processes learn that a socket has closed slightly later than its client.
  let answer = 429;
  while (answer === 429) answer = await tryAgain();
  expect(answer).toBe(101);
});
