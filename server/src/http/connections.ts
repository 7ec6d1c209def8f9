import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../kernel/clock.ts";
import { addressGroup } from "./address-group.ts";
import { CountedRequest, tooManyPieces } from "./counted-request.ts";
import { hasOneHost, type HostNames, isForeign } from "./host-names.ts";

/** How every listener takes connections, plain or with TLS: Node reads these only when a server is made. */
export const connectionOptions = (names: HostNames): ServerOptions => ({
  /** Longest time that the head of a request may take to arrive, also the first of a connection that says nothing. */
  headersTimeout: 10_000,
  /** Node's is one for all requests; `guardConnections` knows those that may take longer. */
  requestTimeout: 0,
  connectionsCheckingInterval: 5000,
  shouldUpgradeCallback: (request) => isWebsocketAsked(request, names),
  /** A request that names no host is refused in our own words (SEC-9). */
  requireHostHeader: false,
  IncomingMessage: CountedRequest,
});

/**
 * SEC-1: only a websocket is an upgrade; a request that offers anything else, such as h2c, is answered as it is. One of HTTP/1.0 may
 * name no host, a websocket's names one of ours (SEC-7).
 */
function isWebsocketAsked(request: IncomingMessage, names: HostNames): boolean {
  const { upgrade, host } = request.headers;
  return (
    upgrade?.toLowerCase() === "websocket" && host !== undefined && hasOneHost(request) && !isForeign(request, names)
  );
}

/** SEC-5: longest time in which nothing moves on a connection, neither a request nor an answer that is not read. */
const stillMsMax = 20_000;
/** SEC-5: longest time that a request may take to arrive whole, where its call names no other. */
const arrivalMsMax = 30_000;
/** SEC-4: requests of one connection that may be under way at once. Browsers send one after the other. */
const underWayMax = 5;
/** A handshake younger than this is never cut: honest ones come in flocks, but end within it. */
const honestHandshakeMs = 1000;
const sweepEveryMs = 1000;

/** The requests that may take longer than others to arrive, ms. */
const longer = new WeakMap<IncomingMessage, number>();

/** Gives an admitted call the bounds it names; until it is admitted the usual ones hold, so that no unknown caller has them. */
export function allowTime(request: IncomingMessage, bounds: { arrivalMs?: number; stillMs?: number }): void {
  if (bounds.arrivalMs !== undefined) longer.set(request, bounds.arrivalMs);
  if (bounds.stillMs !== undefined) request.socket.setTimeout(bounds.stillMs);
}

/** Bounds of each address, and what is called with a connection that was cut for one of them. */
export interface AddressBounds {
  readonly connectionsMax: number;
  /** Connections that have sent no whole head of a request yet. */
  readonly pendingMax: number;
  readonly onCut: (reason: "handshake" | "connections", address: string) => void;
}

/** How connections are guarded; `bounds` is null where no address is limited or all requests come from a proxy's. */
interface GuardOptions {
  readonly clock: Clock;
  readonly bounds: AddressBounds | null;
  readonly stillMs?: number;
}

/**
 * Bounds the HTTP connections to these servers until the first closes: what is under way on each (SEC-4), how long requests may take
 * (SEC-5), and how many an address has (LIM-1, SEC-2). Websockets are not its business.
 */
export function guardConnections(servers: readonly Server[], options: GuardOptions): void {
  const guard = new ConnectionGuard(options);
  for (const server of servers) {
    server.on("connection", (socket: Socket) => guard.open(server, socket));
    // Before the application's own listener, which then finds the connection cut.
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
  /** Requests without a complete answer; null before the first. */
  underWay: number | null;
  /** The latest request, until all of it is there. */
  arriving: { readonly request: IncomingMessage; ageMs: number } | null;
}

class ConnectionGuard {
  readonly #options: GuardOptions;
  readonly #connections = new Map<string, Connection>();
  /** The connections of each address, in the order in which they were opened or last became idle. */
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
    // The longest idle one gives way, so that a client that opens many locks no other out.
    const idle = [...connections].find(({ underWay }) => underWay === 0);
    this.#cut(idle ?? connection, "connections", bounds);
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Not by the server's own `timeout`: that leaves its timer on websockets too, where each write would renew it.
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

/** Answers a request that does not arrive in its time (408), as Node would. Time counts in sweeps: a stalled process cuts nobody. */
function checkArrival(connection: Connection): void {
  const { arriving } = connection;
  if (arriving === null) return;
  const { request } = arriving;
  arriving.ageMs += sweepEveryMs;
  if (request.complete) connection.arriving = null;
  else if (arriving.ageMs > (longer.get(request) ?? arrivalMsMax))
    refuseRest(connection, request, "ERR_HTTP_REQUEST_TIMEOUT");
}

/** Answers a request of which no more is read, as one that Node's parser cannot read, and ends its connection. */
function refuseRest(connection: Connection, { socket }: IncomingMessage, code: string): void {
  connection.arriving = null;
  connection.server.emit(
    "clientError",
    Object.assign(new Error("the rest of a request is not read"), { code }),
    socket,
  );
}

/** Over TLS a request's socket is not the one that connected; both have the same ends. */
function nameOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
