import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { startLiveServer } from "../testing/realtime/live-server.ts";
import { type AddressBounds, connectionOptions, guardConnections } from "./connections.ts";
import { rawRequest } from "../testing/raw-request.ts";

async function takenAs(version: string, hosts: string): Promise<string | undefined> {
  const server = createServer(connectionOptions(new Set(["localhost"])), (_request, response) => {
    response.setHeader("Content-Length", 7).end("request");
  });
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nwebsocket"),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const head = `GET /app/key ${version}\r\n${hosts}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  return (await rawRequest({ port, isSecure: false }, head))?.body;
}

test.each([
  ["HTTP/1.1", "Host: localhost\r\n", "websocket"],
  ["HTTP/1.0", "Host: localhost\r\n", "websocket"],
  ["HTTP/1.0", "", "request"],
  ["HTTP/1.1", "", "request"],
  ["HTTP/1.1", "Host: localhost\r\nHost: evil.example\r\n", "request"],
  ["HTTP/1.1", "Host: evil.example\r\n", "request"],
])("[SEC-1a][SEC-7] an upgrade over %s with %j is treated as a %s", async (version, hosts, taken) => {
  expect(await takenAs(version, hosts)).toBe(taken);
});

async function startGuarded(changes: Partial<AddressBounds>) {
  const cuts: string[] = [];
  const server = await startLiveServer();
  onTestFinished(server.stop);
  const onCut = (reason: string, address: string): void => void cuts.push(`${reason} ${address}`);
  guardConnections([server.http], {
    clock: systemClock,
    bounds: { connectionsMax: 500, pendingMax: 5, onCut, ...changes },
  });
  return { server, cuts };
}

test("[LIM-1] beyond 5 unfinished handshakes the oldest are cut, and an honest one gets through", async () => {
  const { server, cuts } = await startGuarded({ pendingMax: 5 });
  const pending: Socket[] = [];
  for (let index = 0; index < 8; index += 1) {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write("GET /app/app-key HTTP/1.1\r\n");
    pending.push(socket);
  }
  await Promise.all(pending.slice(0, 3).map((socket) => once(socket.resume(), "close")));
  expect(pending.slice(3).some((socket) => socket.destroyed)).toBe(false);
  const client = await server.connect();
  expect(client.id).not.toBe("");
  expect(new Set(cuts)).toEqual(new Set(["handshake 127.0.0.1"]));
  for (const socket of pending) socket.destroy();
});

test("[SEC-2] beyond an address's limit of HTTP connections, those idle longest are evicted; websockets stay", async () => {
  const { server, cuts } = await startGuarded({ connectionsMax: 5 });
  const client = await server.connect();
  const asked = async (): Promise<Socket> => {
    const request = get({ port: server.port, host: "127.0.0.1", agent: new Agent({ keepAlive: true }) });
    const [socket] = await once(request, "socket");
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    return socket;
  };
  const connections: Socket[] = [];
  for (let count = 0; count < 8; count += 1) connections.push(await asked());
  await Promise.all(connections.slice(0, 3).map(async (socket) => socket.destroyed || (await once(socket, "close"))));
  expect(connections.slice(3).map((socket) => socket.destroyed)).toEqual([false, false, false, false, false]);
  expect(cuts).toEqual(Array.from({ length: 3 }, () => "connections 127.0.0.1"));
  await client.settle();
});
