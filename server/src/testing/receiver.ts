import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { testCertificate, testKey } from "./certificate.ts";
import { until } from "./server-process.ts";

/** A request as it arrived. */
export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly bytes: Buffer;
  readonly path: string;
}

/** What the receiver does with a request that arrived whole. */
export type Answer = (response: ServerResponse, received: Received) => void;

/** Answers with a status and nothing else. */
export const withStatus =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

/** Never answers. */
export const silent: Answer = () => undefined;

/** A server of somebody else's, on loopback. */
export interface Receiver {
  readonly scheme: "http" | "https";
  readonly port: number;
  /** All requests, the first one first. */
  readonly received: readonly Received[];
  /** All requests, once there are so many. */
  arrived(total: number): Promise<readonly Received[]>;
  /** Connections that are open now. */
  openConnections(): number;
  answer: Answer;
}

/** Starts one that answers 204, over TLS where asked for; gone after the test. */
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
    // A server that listens on a port has such an address.
    port: (server.address() as AddressInfo).port,
    received,
    arrived: (total) => until(() => (received.length >= total ? received : undefined)),
    openConnections: () => sockets.size,
    answer: withStatus(204),
  };
  return receiver;
}
