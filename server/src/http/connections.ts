import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../kernel/clock.ts";
import { addressGroup } from "./address-group.ts";
import { CountedRequest, tooManyPieces } from "./counted-request.ts";
import { hasOneHost, type HostNames, isForeign } from "./host-names.ts";

/** Options of every listener, plain or TLS; Node accepts them only at creation. */
export const connectionOptions = (names: HostNames): ServerOptions => ({
  /** Timeout for a request's head, including the first one on a silent connection, ms. */
  headersTimeout: 10_000,
  /** Node has one limit for all requests, while `guardConnections` knows which ones may take longer. */
  requestTimeout: 0,
  connectionsCheckingInterval: 5000,
  shouldUpgradeCallback: (request) => isWebsocketAsked(request, names),
  /** Requests without a host get our own error response (SEC-9). */
  requireHostHeader: false,
  IncomingMessage: CountedRequest,
});

/** SEC-1: whether to upgrade to a websocket; other upgrades, such as h2c, are ignored. The host must be one of ours, even over HTTP/1.0 (SEC-7). */
function isWebsocketAsked(request: IncomingMessage, names: HostNames): boolean {
  const { upgrade, host } = request.headers;
  return (
    upgrade?.toLowerCase() === "websocket" && host !== undefined && hasOneHost(request) && !isForeign(request, names)
  );
}

/** SEC-5: longest time without progress on a connection, in a request or in a response that is not being read, ms. */
const stillMsMax = 20_000;
/** SEC-5: timeout for receiving a whole request, unless its call sets another, ms. */
const arrivalMsMax = 30_000;
/** SEC-4: most concurrent requests per connection. Browsers send one at a time. */
const underWayMax = 5;
/** Handshakes younger than this are never cut, ms: legitimate ones come in bursts but finish within this time. */
const honestHandshakeMs = 1000;
const sweepEveryMs = 1000;

const longer = new WeakMap<IncomingMessage, number>();

/** Applies an admitted call's own limits. Until then the default limits apply, so that unknown callers get no more time. */
export function allowTime(request: IncomingMessage, bounds: { arrivalMs?: number; stillMs?: number }): void {
  if (bounds.arrivalMs !== undefined) longer.set(request, bounds.arrivalMs);
  if (bounds.stillMs !== undefined) request.socket.setTimeout(bounds.stillMs);
}

/** Limits per address; `onCut` is called for each connection that is cut for exceeding them. */
export interface AddressBounds {
  readonly connectionsMax: number;
  readonly pendingMax: number;
  readonly onCut: (reason: "handshake" | "connections", address: string) => void;
}

/** `bounds` is null if addresses are unlimited or all requests come from a proxy. */
interface GuardOptions {
  readonly clock: Clock;
  readonly bounds: AddressBounds | null;
  readonly stillMs?: number;
}

/** Limits requests per connection (SEC-4), their duration (SEC-5), and connections per address (LIM-1, SEC-2). Websockets are exempt. */
export function guardConnections(servers: readonly Server[], options: GuardOptions): void {
  const guard = new ConnectionGuard(options);
  for (const server of servers) {
    server.on("connection", (socket: Socket) => guard.open(server, socket));
    // Runs before the application's listener, which then finds the connection already cut.
    server.prependListener("request", (request, response) => guard.begin(request, response));
    server.on("upgrade", ({ socket }) => guard.release(socket));
  }
  const timer = options.clock.setInterval(() => guard.sweep(), sweepEveryMs);
  servers[0]?.once("close", () => options.clock.clearInterval(timer));
}

interface Connection {
  readonly server: Server;
  readonly socket: Socket;
  readonly address: string;
  readonly openedAtMs: number;
  readonly forget: () => void;
  /** Number of requests without a complete response; null before the first. */
  underWay: number | null;
  arriving: { readonly request: IncomingMessage; ageMs: number } | null;
}

class ConnectionGuard {
  readonly #options: GuardOptions;
  readonly #connections = new Map<string, Connection>();
  /** Connections by address, ordered by when they opened or last became idle. */
  readonly #addresses = new Map<string, Set<Connection>>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  open(server: Server, socket: Socket): void {
    const { bounds, clock } = this.#options;
    const [name, address] = [nameOf(socket), bounds === null ? "" : addressGroup(socket.remoteAddress ?? "")];
    const connections = this.#addresses.get(address) ?? new Set();
    const forget = (): void => {
      connections.delete(connection);
      if (connections.size === 0 && this.#addresses.get(address) === connections) this.#addresses.delete(address);
      if (this.#connections.get(name) === connection) this.#connections.delete(name);
    };
    const openedAtMs = clock.steadyMs();
    const connection: Connection = { server, socket, address, openedAtMs, forget, underWay: null, arriving: null };
    this.#addresses.set(address, connections.add(connection));
    this.#connections.set(name, connection);
    socket.once("close", forget);
    if (bounds === null) return;
    this.#cutPending(connections, bounds);
    if (connections.size <= bounds.connectionsMax) return;
    // Evicts the connection that was idle longest, so that a client with many connections cannot lock out others.
    const idle = [...connections].find(({ underWay }) => underWay === 0);
    this.#cut(idle ?? connection, "connections", bounds);
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // The server's own `timeout` would leave its timer on websockets, where each write renews it.
    socket.setTimeout(this.#options.stillMs ?? stillMsMax);
    const connection = this.#connections.get(nameOf(socket));
    if (connection === undefined) return;
    connection.arriving = { request, ageMs: 0 };
    request.once(tooManyPieces, () => refuseRest(connection, request, "ERR_HTTP_BODY_PIECES"));
    connection.underWay = (connection.underWay ?? 0) + 1;
    if (connection.underWay > underWayMax) socket.destroy();
    response.once("close", () => this.#end(connection));
  }

  release(socket: Socket): void {
    const connection = this.#connections.get(nameOf(socket));
    connection?.socket.off("close", connection.forget);
    connection?.forget();
  }

  sweep(): void {
    for (const connection of this.#connections.values()) checkArrival(connection);
    const { bounds } = this.#options;
    if (bounds === null) return;
    for (const connections of this.#addresses.values()) this.#cutPending(connections, bounds);
  }

  #end(connection: Connection): void {
    connection.underWay = (connection.underWay ?? 1) - 1;
    const connections = this.#addresses.get(connection.address);
    if (connection.underWay === 0 && connections?.delete(connection) === true) connections.add(connection);
  }

  #cutPending(connections: ReadonlySet<Connection>, bounds: AddressBounds): void {
    if (connections.size <= bounds.pendingMax) return;
    const pending = [...connections].filter(({ underWay }) => underWay === null);
    for (const connection of pending.slice(0, Math.max(0, pending.length - bounds.pendingMax))) {
      const ageMs = this.#options.clock.steadyMs() - connection.openedAtMs;
      if (ageMs >= honestHandshakeMs) this.#cut(connection, "handshake", bounds);
    }
  }

  #cut(connection: Connection, reason: "handshake" | "connections", bounds: AddressBounds): void {
    connection.forget();
    bounds.onCut(reason, connection.address);
    connection.socket.destroy();
  }
}

/** Sends 408 to a late request, as Node would. Age is counted in sweeps, so that a stalled process cuts off nobody. */
function checkArrival(connection: Connection): void {
  const { arriving } = connection;
  if (arriving === null) return;
  const { request } = arriving;
  arriving.ageMs += sweepEveryMs;
  if (request.complete) connection.arriving = null;
  else if (arriving.ageMs > (longer.get(request) ?? arrivalMsMax))
    refuseRest(connection, request, "ERR_HTTP_REQUEST_TIMEOUT");
}

function refuseRest(connection: Connection, { socket }: IncomingMessage, code: string): void {
  connection.arriving = null;
  connection.server.emit(
    "clientError",
    Object.assign(new Error("the rest of a request is not read"), { code }),
    socket,
  );
}

/** Identifies a connection by its endpoints: over TLS, a request's socket is not the object that connected. */
function nameOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
