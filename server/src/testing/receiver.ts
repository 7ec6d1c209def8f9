import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { testCertificate, testKey } from "./certificate.ts";
import { until } from "./server-process.ts";

export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly bytes: Buffer;
  readonly path: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const withStatus =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

export const silent: Answer = () => undefined;

/** An external server on loopback. */
export interface Receiver {
  readonly scheme: "http" | "https";
  readonly port: number;
  readonly received: readonly Received[];
  /** Returns all requests, once there are `total` of them. */
  arrived(total: number): Promise<readonly Received[]>;
  openConnections(): number;
  answer: Answer;
}

/** Starts a receiver that responds with 204, optionally over TLS; it is stopped after the test. */
export async function startReceiver(scheme: Receiver["scheme"] = "http", cert = testCertificate): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<unknown>();
  const listener: RequestListener = (request, response) =>
    void buffer(request).then(
      (bytes) => {
        const one = { headers: request.headers, body: bytes.toString(), bytes, path: request.url ?? "" };
        received.push(one);
        receiver.answer(response, one);
      },
      () => undefined,
    );
  const server =
    scheme === "http"
      ? createServer(listener)
      : createTlsServer({ cert, key: testKey }, listener).on("tlsClientError", () => undefined);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    scheme,
    // A TCP server that is listening has an address of this type.
    port: (server.address() as AddressInfo).port,
    received,
    arrived: (total) => until(() => (received.length >= total ? received : undefined)),
    openConnections: () => sockets.size,
    answer: withStatus(204),
  };
  return receiver;
}
