import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Server, WebSocket, WebSocketServer } from "ws";
import { binaryRefusedCode } from "./close-codes.ts";
import type { Clock } from "../clock.ts";
import type { Connection, Wire } from "./connection.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { Outbox } from "./outbox.ts";
import { type Sending, WebsocketWire } from "./websocket-wire.ts";

/** What the transport tells the server. */
export interface TransportListener {
  /** A websocket is open; null when it was refused (and closed) instead. */
  opened(wire: Wire, request: IncomingMessage): Connection | null;
  received(connection: Connection, text: string): void;
  /** The peer showed that it lives. */
  alive(connection: Connection): void;
  /** More waits for the peer than may wait. */
  slow(connection: Connection): void;
  closed(connection: Connection, code: number): void;
}

class RealtimeSocket extends WebSocket {
  connection: Connection | null = null;
  transport: WebsocketTransport | null = null;
}

/** The only code that knows the websocket library: handshake, incoming frames, and one write per socket and tick. */
export class WebsocketTransport {
  readonly listener: TransportListener;
  /** Sockets that have not gone entirely, closing ones included. */
  readonly open = new Set<WebSocket>();
  readonly #server: Server<typeof RealtimeSocket>;
  readonly #sending: Sending;

  constructor(limits: RealtimeLimits, metrics: RealtimeMetrics, clock: Clock, listener: TransportListener) {
    this.listener = listener;
    this.#sending = {
      bufferedBytesMax: limits.bufferedBytesMax,
      metrics,
      outbox: new Outbox(clock, limits.broadcastPause),
      slow: (connection) => listener.slow(connection),
    };
    const options = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.frameBytesMax,
      closeTimeout: limits.closeTimeoutMs,
      WebSocket: RealtimeSocket,
    };
    this.#server = new WebSocketServer(options);
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      const wire = new WebsocketWire(socket, stream, this.#sending);
      this.open.add(socket);
      socket.transport = this;
      // The same functions for all sockets instead of closures for each: idle sockets are many (LIVE-7).
      socket.on("error", ignoreError);
      socket.on("close", onClose);
      socket.connection = this.listener.opened(wire, request);
      wire.connection = socket.connection;
      if (socket.connection === null) return;
      socket.on("message", onMessage);
      socket.on("pong", onPong);
    });
  }

  /** Cuts what is left. */
  terminateAll(): void {
    for (const socket of this.open) socket.terminate();
  }
}

function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
  if (!(this instanceof RealtimeSocket) || this.connection === null) return;
  this.transport?.listener.alive(this.connection);
  if (isBinary || !Buffer.isBuffer(data)) this.close(binaryRefusedCode, "Text frames only");
  else this.transport?.listener.received(this.connection, data.toString());
}

function onPong(this: WebSocket): void {
  if (this instanceof RealtimeSocket && this.connection !== null) this.transport?.listener.alive(this.connection);
}

function onClose(this: WebSocket, code: number): void {
  if (!(this instanceof RealtimeSocket)) return;
  const { connection, transport } = this;
  transport?.open.delete(this);
  this.connection = null;
  this.transport = null;
  if (connection !== null) transport?.listener.closed(connection, code);
}

/** The library closes the socket by itself after an error; `close` follows. */
function ignoreError(): void {
  return;
}
