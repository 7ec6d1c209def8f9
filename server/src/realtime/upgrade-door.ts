import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { appKeyOf, isOriginAllowed } from "./admission.ts";
import { countBy } from "./metrics.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import type { RealtimeOptions } from "./realtime-server.ts";
import type { WebsocketTransport } from "./websocket-transport.ts";

/** When an address that has all its sockets open may come again. */
const fullRetrySeconds = 30;

interface Refused {
  readonly status: string;
  readonly reason: "path" | "origin" | "rate" | "sockets";
  readonly retrySeconds?: number;
}

/** What every upgrade passes before there is a websocket (LIVE-1, LIM-1, SEC-1). */
export class UpgradeDoor {
  readonly #options: RealtimeOptions;
  readonly #parts: RealtimeParts;
  readonly #transport: WebsocketTransport;
  readonly #allowedOrigins: "any" | readonly string[];

  constructor(options: RealtimeOptions, parts: RealtimeParts, transport: WebsocketTransport) {
    this.#options = options;
    this.#parts = parts;
    this.#transport = transport;
    const { allowedOrigins } = options;
    this.#allowedOrigins = allowedOrigins === "any" ? "any" : allowedOrigins.map((origin) => origin.toLowerCase());
  }

  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = this.#options.addressOf(request);
    const refused = this.#refusalOf(request, address);
    if (refused !== null) this.#refuse(refused, socket, address);
    else if (this.#transport.upgrade(request, socket, head, address)) return;
    this.#endInTime(socket);
  }

  /** The rate comes first: whatever else is wrong with what somebody asks, asking is what it costs us. */
  #refusalOf(request: IncomingMessage, address: string): Refused | null {
    const { addresses, addressSockets, cluster } = this.#parts;
    const waitMs = addresses.count(address);
    if (waitMs > 0) {
      return { status: "429 Too Many Requests", reason: "rate", retrySeconds: Math.ceil(waitMs / 1000) };
    }
    cluster.publish({ kind: "handshake", address });
    if (appKeyOf(request.url ?? "") === null) return { status: "404 Not Found", reason: "path" };
    if (!isOriginAllowed(request.headers.origin, this.#allowedOrigins)) {
      return { status: "403 Forbidden", reason: "origin" };
    }
    if (!addressSockets.isFull(address)) return null;
    return { status: "429 Too Many Requests", reason: "sockets", retrySeconds: fullRetrySeconds };
  }

  #refuse({ status, reason, retrySeconds }: Refused, socket: Duplex, address: string): void {
    countBy(this.#parts.metrics.refusals, reason);
    this.#options.hooks?.onRefused?.({ reason, address, user: null });
    const retry = retrySeconds === undefined ? "" : `Retry-After: ${retrySeconds}\r\n`;
    socket.on("error", () => socket.destroy());
    // SEC-1: no HTTP server looks after this socket any more, so nobody else would ever end it.
    socket.once("finish", () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`);
  }

  /** An answer may wait behind earlier ones that the peer does not read. */
  #endInTime(socket: Duplex): void {
    if (socket.destroyed) return;
    const { clock, limits } = this.#options;
    const timer = clock.setTimeout(() => socket.destroy(), limits.closeTimeoutMs);
    socket.once("close", () => clock.clearTimeout(timer));
  }
}
