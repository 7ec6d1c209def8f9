import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { Clock, Timer } from "../kernel/clock.ts";
import type { RealtimeLimits } from "./limits.ts";

/** A handshake younger than this is never cut: honest ones come in flocks, but end within it. */
const honestHandshakeMs = 1000;
const sweepEveryMs = 1000;

interface Guarded {
  readonly socket: Socket;
  readonly name: string;
  readonly of: Address;
  readonly openedAtMs: number;
  underWay: number;
}

/** The connections of one address by what they do, each in the order in which it began. */
interface Address {
  readonly name: string;
  /** No whole request came yet. */
  readonly pending: Set<Guarded>;
  readonly busy: Set<Guarded>;
  readonly idle: Set<Guarded>;
}

/** Bounds by address, and who hears of a connection that was cut for one of them. */
export interface ConnectionGuardOptions {
  readonly limits: Pick<RealtimeLimits, "handshakesPendingPerAddressMax" | "socketsPerAddressMax">;
  readonly onCut: (reason: "handshake" | "connections", address: string) => void;
}

/**
 * Bounds the HTTP connections of one address: those that have sent no whole request yet, and all of them (LIM-1, SEC-2). The
 * oldest that nobody waits for give way, so that whoever opens many locks nobody else out. Websockets are not its business.
 */
export class ConnectionGuard {
  readonly #addresses = new Map<string, Address>();
  readonly #connections = new Map<string, Guarded>();
  readonly #clock: Clock;
  readonly #options: ConnectionGuardOptions;
  readonly #timer: Timer;

  constructor(clock: Clock, options: ConnectionGuardOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#timer = clock.setInterval(() => this.#sweep(), sweepEveryMs);
  }

  watch(server: HttpServer, addressOf: (socket: Socket) => string): void {
    server.on("connection", (socket: Socket) => this.#opened(socket, addressOf(socket)));
    server.on("request", (request, response) => {
      const guarded = this.#connections.get(nameOf(request.socket));
      if (guarded === undefined) return;
      this.#began(guarded);
      response.once("close", () => this.#ended(guarded));
    });
    server.on("upgrade", (request) => this.#forget(this.#connections.get(nameOf(request.socket))));
  }

  close(): void {
    this.#clock.clearInterval(this.#timer);
  }

  #opened(socket: Socket, addressName: string): void {
    const address = this.#addresses.get(addressName) ?? newAddress(addressName);
    this.#addresses.set(addressName, address);
    const guarded = { socket, name: nameOf(socket), of: address, openedAtMs: this.#clock.now(), underWay: 0 };
    this.#connections.set(guarded.name, guarded);
    address.pending.add(guarded);
    socket.once("close", () => this.#forget(guarded));
    this.#cutPending(address);
    const { pending, busy, idle } = address;
    if (pending.size + busy.size + idle.size <= this.#options.limits.socketsPerAddressMax) return;
    const [oldest = guarded] = idle;
    this.#cut(oldest, "connections");
  }

  #began(guarded: Guarded): void {
    const { pending, busy, idle } = guarded.of;
    pending.delete(guarded);
    idle.delete(guarded);
    busy.add(guarded);
    guarded.underWay += 1;
  }

  #ended(guarded: Guarded): void {
    guarded.underWay -= 1;
    if (guarded.underWay > 0 || !guarded.of.busy.delete(guarded)) return;
    guarded.of.idle.add(guarded);
  }

  #forget(guarded: Guarded | undefined): void {
    if (guarded === undefined) return;
    const { pending, busy, idle, name } = guarded.of;
    for (const connections of [pending, busy, idle]) connections.delete(guarded);
    const isEmpty = pending.size + busy.size + idle.size === 0;
    if (isEmpty && this.#addresses.get(name) === guarded.of) this.#addresses.delete(name);
    if (this.#connections.get(guarded.name) === guarded) this.#connections.delete(guarded.name);
  }

  #sweep(): void {
    for (const address of this.#addresses.values()) this.#cutPending(address);
  }

  #cutPending({ pending }: Address): void {
    const now = this.#clock.now();
    for (const guarded of pending) {
      const isFew = pending.size <= this.#options.limits.handshakesPendingPerAddressMax;
      if (isFew || now - guarded.openedAtMs < honestHandshakeMs) return;
      this.#cut(guarded, "handshake");
    }
  }

  #cut(guarded: Guarded, reason: "handshake" | "connections"): void {
    this.#forget(guarded);
    this.#options.onCut(reason, guarded.of.name);
    guarded.socket.destroy();
  }
}

const newAddress = (name: string): Address => ({ name, pending: new Set(), busy: new Set(), idle: new Set() });

/** Over TLS a request's socket is not the one that connected; both have the same ends. */
function nameOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
