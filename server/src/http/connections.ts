import type { IncomingMessage, Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../kernel/clock.ts";
import { hasOneHost } from "./host-names.ts";

/** How every listener takes connections, plain or with TLS: Node reads these only when a server is made. */
export const connectionOptions = {
  /** Longest time that the head of a request may take to arrive, also the first of a connection that says nothing. */
  headersTimeout: 10_000,
  /** Node's is one for all requests; `boundRequests` knows those that may take longer. */
  requestTimeout: 0,
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
/** SEC-5: longest time that a request may take to arrive whole, where its call names no other. */
const arrivalMsMax = 30_000;
const sweepEveryMs = 5000;

/** The requests that may take longer or stand still for longer than others, ms. */
const longer = new WeakMap<IncomingMessage, number>();

/** A call's own bounds, from when it was let in: until then the usual ones hold, so that no stranger has them. */
export function allowTime(request: IncomingMessage, bounds: { arrivalMs?: number; stillMs?: number }): void {
  if (bounds.arrivalMs !== undefined) longer.set(request, bounds.arrivalMs);
  if (bounds.stillMs !== undefined) request.socket.setTimeout(bounds.stillMs);
}

/**
 * SEC-5: cuts a request that stops in its midst or does not arrive in its time (408), and an answer that nobody reads. Only once a request
 * is there, and not by the server's own `timeout`: that leaves its timer on websockets too, where each write would renew it (5 % of
 * a broadcast).
 */
export function boundRequests(server: Server, clock: Clock, stillMs = stillMsMax): void {
  const arriving = new Map<Socket, { readonly request: IncomingMessage; ageMs: number }>();
  server.on("request", (request: IncomingMessage) => {
    request.socket.setTimeout(stillMs);
    arriving.set(request.socket, { request, ageMs: 0 });
  });
  const timer = clock.setInterval(() => {
    for (const [socket, arrival] of arriving) {
      arrival.ageMs += sweepEveryMs;
      const isLate = arrival.ageMs > (longer.get(arrival.request) ?? arrivalMsMax);
      const isOver = arrival.request.complete || socket.destroyed;
      if (isOver || isLate) arriving.delete(socket);
      if (isLate && !isOver) server.emit("clientError", tooLate(), socket);
    }
  }, sweepEveryMs);
  server.once("close", () => clock.clearInterval(timer));
}

/** What Node would say of it. */
const tooLate = (): Error => Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
