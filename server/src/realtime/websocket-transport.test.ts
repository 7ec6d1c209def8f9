import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { admittingApp, testApp } from "../testing/realtime/core.ts";
import { type LiveChanges, type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";

const servers: LiveServer[] = [];

async function start(changes: LiveChanges = {}): Promise<LiveServer> {
  const server = await startLiveServer(changes);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function rawSocket(server: LiveServer, headers = ""): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    "GET /app/app-key?protocol=7 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
  );
  return socket;
}

function clientFrame(opcode: number, payload: Buffer, length = payload.length): Buffer {
  const head = length < 126 ? Buffer.from([opcode, 0x80 | length]) : Buffer.alloc(length < 65_536 ? 4 : 10);
  if (length >= 126) {
    head[0] = opcode;
    head[1] = 0x80 | (length < 65_536 ? 126 : 127);
    if (length < 65_536) head.writeUInt16BE(length, 2);
    else head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

async function closeCodeOf(socket: Socket): Promise<number> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  const all = Buffer.concat(chunks);
  const index = all.lastIndexOf(0x88);
  return index === -1 ? 0 : all.readUInt16BE(index + 2);
}

describe("handshakes", () => {
  test.each([
    ["/app/app-key?protocol=7", "https://chat.example", 101],
    ["/app/app-key?protocol=7", "https://chat.example.evil.com", 403],
    ["/app/app-key?protocol=7", "https://evilchat.example", 403],
    ["/app/app-key?protocol=7", "http://chat.example", 403],
    ["/app/app-key?protocol=7", "null", 403],
    ["/app/app-key?protocol=7", undefined, 101],
    ["/elsewhere", "https://chat.example", 404],
    ["/app/", "https://chat.example", 404],
  ])("[LIVE-1] %s with the origin %j gets %i", async (path, origin, status) => {
    const server = await start({ allowedOrigins: ["https://chat.example"] });
    const client = server.open({ path, ...(origin !== undefined && { origin }) });
    if (status === 101) await client.established();
    else expect(await client.closed).toBe(status);
    expect(client.id !== "").toBe(status === 101);
  });

  test.each([
    ["/app/other?protocol=7", 4001],
    ["/app/app-key?protocol=3", 4007],
    ["/app/app-key", 4008],
  ])("[LIVE-8] %s is closed with %i", async (path, code) => {
    const server = await start();
    const client = server.open({ path });
    expect((await client.next("pusher:error")).data).toMatchObject({ code });
    expect(await client.closed).toBe(code);
  });

  test("[LIM-1] the 201st new socket of an address in a minute gets 429 with Retry-After", async () => {
    const server = await start({ limits: { socketsPerAddressPerMinuteMax: 200 } });
    for (let index = 0; index < 200; index += 1) await (await server.connect()).close();
    const refused = await rawSocket(server);
    const [answer] = await once(refused, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n(?:.*\r\n)*Retry-After: \d+\r\n/);
    expect(server.realtime.metrics().refusals).toEqual({ rate: 1 });
  });

  test("[LIM-1e] sockets of known people do not count as new for their address, except a person's 21st", async () => {
    const server = await start({
      apps: [admittingApp],
      limits: { socketsPerAddressPerMinuteMax: 3, socketsPerUserMax: 4 },
    });
    const enter = async (user: string): Promise<void> => {
      const client = await server.connect();
      await client.subscribe("private-a", { user_id: user, session: client.id });
      await client.close();
    };
    for (const user of ["1", "2", "3", "4", "5", "1", "2", "3", "1", "2", "1"]) await enter(user);
    // Enters this person's fifth socket, and two of strangers.
    await enter("1");
    for (let stranger = 0; stranger < 2; stranger += 1) await (await server.connect()).close();
    const [answer] = await once(await rawSocket(server), "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429/);
  });

  test("[LIM-1] the 21st socket of a person is closed with 4100, the others stay", async () => {
    const server = await start({ apps: [admittingApp], limits: { socketsPerUserMax: 20 } });
    const clients = await Promise.all(Array.from({ length: 21 }, () => server.connect()));
    for (const client of clients.slice(0, 20))
      await client.subscribe("private-a", { user_id: "1", session: client.id });
    void clients[20]?.subscribe("private-a", { user_id: "1", session: "s" });
    expect(await clients[20]?.closed).toBe(4100);
    await Promise.all(clients.slice(0, 20).map((client) => client.settle()));
  });

  test("[LIVE-7] compression is never negotiated", async () => {
    const server = await start();
    const socket = await rawSocket(server, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("101 Switching Protocols");
    expect(String(answer)).not.toContain("Extensions");
    socket.destroy();
  });
});

describe("frames that break a rule", () => {
  const text = 0x81;
  test.each([
    ["binary data", clientFrame(0x82, Buffer.from("x")), 1003],
    ["64 KiB and a byte", clientFrame(text, Buffer.alloc(0), 65_537), 1009],
    ["ten megabytes", clientFrame(text, Buffer.alloc(0), 10_000_000), 1009],
    ["no mask", Buffer.from([text, 1, 0x78]), 1002],
    ["a reserved bit", clientFrame(0xc1, Buffer.from("x")), 1002],
    ["a reserved opcode", clientFrame(0x83, Buffer.from("x")), 1002],
    ["a long control frame", clientFrame(0x89, Buffer.alloc(126)), 1002],
    ["a control frame in pieces", clientFrame(0x09, Buffer.from("x")), 1002],
    ["a piece of nothing", clientFrame(0x80, Buffer.from("x")), 1002],
    ["bytes that are no UTF-8", clientFrame(text, Buffer.from([0xff, 0xfe])), 1007],
    ["a close code of none", clientFrame(0x88, Buffer.from([0x03, 0xec])), 1002],
  ])("[LIVE-7] %s closes only that socket, with %s", async (_name, frame, code) => {
    const server = await start();
    const other = await server.connect();
    const socket = await rawSocket(server);
    await once(socket, "data");
    const closed = closeCodeOf(socket);
    socket.write(frame);
    expect(await closed).toBe(code);
    await other.settle();
  });

  test("[LIVE-7] a frame of exactly 64 KiB is read", async () => {
    const server = await start();
    const client = await server.connect();
    const bare = JSON.stringify({ event: "pusher:ping", pad: "" });
    client.send(JSON.stringify({ event: "pusher:ping", pad: "x".repeat(65_536 - bare.length) }));
    expect(await client.next("pusher:pong")).toEqual({ event: "pusher:pong", data: {} });
  });
});

describe("a socket that does not read", () => {
  test("[LIVE-7] is cut at 1 MiB buffered; the others miss nothing, in order", async () => {
    const server = await start({ limits: { closeTimeoutMs: 200 } });
    const slow = await server.connect();
    const healthy = await server.connect();
    for (const client of [slow, healthy]) await client.subscribe("private-a");
    slow.socket.pause();
    let sent = 0;
    while (server.realtime.metrics().slowReaders === 0 && sent < 5000) {
      server.realtime.broadcast("7", {
        channels: ["private-a"],
        event: "e",
        data: { n: sent, pad: "x".repeat(16_384) },
      });
      sent += 1;
      if (sent % 16 === 0) await healthy.settle();
    }
    await healthy.settle();
    expect(server.realtime.metrics()).toMatchObject({ slowReaders: 1, sockets: 1, closesByCode: { "4200": 1 } });
    const numbers = healthy.frames.filter((frame) => frame.event === "e").map((frame) => frame.data);
    expect(numbers).toEqual(Array.from({ length: sent }, (_, n) => ({ n, pad: "x".repeat(16_384) })));
    slow.socket.resume();
    expect([4200, 1006]).toContain(await slow.closed);
  });
});

describe("leaving", () => {
  test("[LIVE-8][RUN-5] draining disconnects everybody in batches with 4200 and admits nobody", async () => {
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 25 }, () => server.connect()));
    const drained = server.realtime.drain({ batchSize: 10, intervalMs: 20 });
    expect(await Promise.all(clients.map((client) => client.closed))).toEqual(clients.map(() => 4200));
    await drained;
    const [answer] = await once(await rawSocket(server), "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n(?:.*\r\n)*Retry-After: 1\r\n/);
    expect(server.realtime.metrics()).toMatchObject({ sockets: 0, refusals: { leaving: 1 } });
  });

  test("[AUTH-4][AUTH-4b] closing a session closes its sockets with 4009, whatever channel bound them, and no others", async () => {
    const server = await start({ apps: [admittingApp] });
    const [own, room, other] = await Promise.all([server.connect(), server.connect(), server.connect()]);
    await own.subscribe("private-user.1", { user_id: "1", session: "s1" });
    await room.subscribe("presence-a", { user_id: "1", session: "s1" });
    await other.subscribe("private-user.1", { user_id: "1", session: "s2" });
    server.realtime.closeSession("s1");
    expect([await own.closed, await room.closed]).toEqual([4009, 4009]);
    await other.settle();
  });

  test("[LIVE-8] a socket that changes its user must reconnect", async () => {
    const server = await start({ apps: [admittingApp] });
    const client = await server.connect();
    await client.subscribe("private-user.1", { user_id: "1", session: "s1" });
    void client.subscribe("private-user.2", { user_id: "2", session: "s2" });
    expect(await client.closed).toBe(4200);
  });

  test("[LIVE-6a] a peer that vanishes silently leaves the roster", async () => {
    const server = await start({ limits: { pingEveryMs: 200 } });
    const watcher = await server.connect();
    await watcher.subscribe("presence-a", { user_id: "1" });
    const gone = await server.connect();
    await gone.subscribe("presence-a", { user_id: "2" });
    gone.socket.pause();
    expect((await watcher.next("pusher_internal:member_removed")).data).toEqual({ user_id: "2" });
    expect(server.realtime.metrics().deadPeers).toBe(1);
    gone.socket.terminate();
  });
});

describe("broadcasts", () => {
  test("[LIVE-4] a socket on several of the channels gets the event once, under the first of them", async () => {
    const server = await start();
    const [both, user, room, none] = await Promise.all(Array.from({ length: 4 }, () => server.connect()));
    await both?.subscribe("private-user.1");
    await both?.subscribe("private-room");
    await user?.subscribe("private-user.2");
    await room?.subscribe("private-room");
    const channels = ["private-room", "private-user.1", "private-user.2"];
    for (const n of [1, 2]) server.realtime.broadcast("7", { channels, event: "ChatMessage", data: { n } });
    for (const client of [both, user, room, none]) await client?.settle();
    const got = [both, user, room, none].map((client) => client?.frames.map((frame) => [frame.channel, frame.data]));
    expect(got).toEqual([
      [
        ["private-room", { n: 1 }],
        ["private-room", { n: 2 }],
      ],
      [
        ["private-user.2", { n: 1 }],
        ["private-user.2", { n: 2 }],
      ],
      [
        ["private-room", { n: 1 }],
        ["private-room", { n: 2 }],
      ],
      [],
    ]);
  });

  test("[LIVE-3] every socket gets the same order, and the excepted one gets nothing", async () => {
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 10 }, () => server.connect()));
    for (const client of clients) await client.subscribe("private-a");
    const exceptSocketId = clients[0]?.id ?? "";
    for (let n = 0; n < 500; n += 1) {
      server.realtime.broadcast("7", { channels: ["private-a"], event: "e", data: String(n), exceptSocketId });
      if (n % 50 === 0) await clients[1]?.settle();
    }
    for (const client of clients) await client.settle();
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    expect(clients[0]?.frames).toEqual([]);
    for (const client of clients.slice(1)) expect(client.frames.map((frame) => frame.data)).toEqual(numbers);
  });

  test("[LIVE-7] apps do not get each other's events", async () => {
    const server = await start({ apps: [testApp, { ...testApp, id: "8", key: "other" }] });
    const own = await server.connect();
    const other = await server.connect({ path: "/app/other?protocol=7" });
    for (const client of [own, other]) client.send({ event: "pusher:subscribe", data: { channel: "a" } });
    for (const client of [own, other]) await client.next("pusher_internal:subscription_succeeded");
    server.realtime.broadcast("8", { channels: ["a"], event: "e", data: {} });
    for (const client of [own, other]) await client.settle();
    expect([own.frames.length, other.frames.length]).toEqual([0, 1]);
  });
});
