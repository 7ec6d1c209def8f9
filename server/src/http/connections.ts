import type { IncomingMessage, Server, ServerOptions } from "node:http";
import { hasOneHost } from "./host-header.ts";

/** How every listener takes connections, plain or with TLS: Node reads these only when a server is made. */
export const connectionOptions = {
  /** Longest time that the head of a request may take to arrive, also the first of a connection that says nothing. */
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
  shouldUpgradeCallback: isWebsocketAsked,
  /** A request that names no host is refused in our own words (SEC-9). */
  requireHostHeader: false,
} satisfies ServerOptions;

/**
 * SEC-1: only a websocket is an upgrade; a request that offers anything else, such as h2c, is answered as it is. One of HTTP/1.0 may
 * name no host, a websocket's names one.
 */
function isWebsocketAsked(request: IncomingMessage): boolean {
  const { upgrade, host } = request.headers;
  return upgrade?.toLowerCase() === "websocket" && host !== undefined && hasOneHost(request);
}

/** SEC-5: longest time in which nothing moves on a connection, neither a request nor an answer that is not read. */
const stillMsMax = 20_000;

/**
 * SEC-5: cuts a request that stops in its midst, and an answer that nobody reads. Only once a request is there, and not by the server's
 * own `timeout`: that leaves its timer on websockets too, where each write would renew it (5 % of a broadcast).
 */
export function cutStillRequests(server: Server, stillMs = stillMsMax): void {
  server.on("request", ({ socket }) => socket.setTimeout(stillMs));
}
