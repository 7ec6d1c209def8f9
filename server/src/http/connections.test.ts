import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectionOptions } from "./connections.ts";
import { rawRequest } from "../testing/raw-request.ts";

/** How a server with our options takes a request: as a websocket, or as a request like any. */
async function takenAs(version: string, hosts: string): Promise<string | undefined> {
  const server = createServer(connectionOptions, (_request, response) => {
    response.setHeader("Content-Length", 7).end("request");
  });
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nwebsocket"),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  // Node's own type of an address is a union: a server on a port has this one.
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
])("[SEC-1] an upgrade by %s with %j is taken as a %s", async (version, hosts, taken) => {
  expect(await takenAs(version, hosts)).toBe(taken);
});
