import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { Clock, Timer } from "../clock.ts";

/** A handshake younger than this is never cut: honest ones come in flocks, but end within it. */
const honestHandshakeMs = 1000;
const sweepEveryMs = 1000;

interface Handshake {
  readonly socket: Socket;
  readonly startedAtMs: number;
}

/**
 * Bounds the connections of one address that have sent no whole request yet (LIM-1). The oldest give way, so that whoever
 * opens many and finishes none locks nobody else out.
 */
export class HandshakeGuard {
  readonly #pending = new Map<string, Map<Socket, Handshake>>();
  readonly #clock: Clock;
  readonly #pendingMax: number;
  readonly #onCut: () => void;
  readonly #timer: Timer;

  constructor(clock: Clock, pendingMax: number, onCut: () => void) {
    this.#clock = clock;
    this.#pendingMax = pendingMax;
    this.#onCut = onCut;
    this.#timer = clock.setInterval(() => this.#sweep(), sweepEveryMs);
  }

  watch(server: HttpServer): void {
    server.on("connection", (socket: Socket) => this.#started(socket));
    server.on("request", (request) => this.#finished(request.socket));
    server.on("upgrade", (request) => this.#finished(request.socket));
  }

  close(): void {
    this.#clock.clearInterval(this.#timer);
  }

  #started(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    let handshakes = this.#pending.get(address);
    if (handshakes === undefined) {
      handshakes = new Map();
      this.#pending.set(address, handshakes);
    }
    handshakes.set(socket, { socket, startedAtMs: this.#clock.now() });
    socket.once("close", () => this.#forget(address, socket));
    this.#cutOldest(handshakes);
  }

  /** Over TLS a request's socket is not the one that connected; both have the same ports. */
  #finished(socket: Socket): void {
    const handshakes = this.#pending.get(socket.remoteAddress ?? "");
    for (const pending of handshakes?.keys() ?? []) {
      if (pending === socket || pending.remotePort === socket.remotePort) {
        this.#forget(socket.remoteAddress ?? "", pending);
        return;
      }
    }
  }

  #forget(address: string, socket: Socket): void {
    const handshakes = this.#pending.get(address);
    handshakes?.delete(socket);
    if (handshakes?.size === 0) this.#pending.delete(address);
  }

  #sweep(): void {
    for (const handshakes of this.#pending.values()) this.#cutOldest(handshakes);
  }

  #cutOldest(handshakes: Map<Socket, Handshake>): void {
    const now = this.#clock.now();
    for (const { socket, startedAtMs } of handshakes.values()) {
      if (handshakes.size <= this.#pendingMax || now - startedAtMs < honestHandshakeMs) return;
      handshakes.delete(socket);
      this.#onCut();
      socket.destroy();
    }
  }
}
