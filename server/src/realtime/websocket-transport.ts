import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Server, WebSocket, WebSocketServer } from "ws";
import { binaryRefusedCode } from "./close-codes.ts";
import type { Connection, Wire } from "./connection.ts";
import { emptyBatch, type FrameBatch } from "./frame-batch.ts";
import { pingFrame } from "./frames.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";

/** A batch of this size does not wait for the end of the tick, so that a socket that reads is never taken for a slow one. */
const eagerWriteBytes = 256 * 1024;

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
  readonly #outbox: Outbox;

  constructor(limits: RealtimeLimits, metrics: RealtimeMetrics, listener: TransportListener) {
    this.listener = listener;
    this.#outbox = { limits, metrics, listener, batch: emptyBatch(), waiting: [] };
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
      const wire = new WebsocketWire(socket, stream, this.#outbox);
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

interface Outbox {
  readonly limits: RealtimeLimits;
  readonly metrics: RealtimeMetrics;
  readonly listener: TransportListener;
  /** Start of this tick's chains. */
  batch: FrameBatch;
  waiting: WebsocketWire[];
}

class WebsocketWire implements Wire {
  connection: Connection | null = null;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #outbox: Outbox;
  #pending: FrameBatch | null = null;

  constructor(socket: WebSocket, stream: Duplex, outbox: Outbox) {
    this.#socket = socket;
    this.#stream = stream;
    this.#outbox = outbox;
  }

  send(frame: Buffer): void {
    const outbox = this.#outbox;
    outbox.metrics.framesOut += 1;
    if (this.#pending === null) {
      if (outbox.waiting.length === 0) setImmediate(flushOutbox, outbox);
      outbox.waiting.push(this);
      this.#pending = outbox.batch.append(frame);
    } else {
      this.#pending = this.#pending.append(frame);
    }
    if (this.#pending.bytes >= eagerWriteBytes) this.flush();
  }

  ping(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#stream.write(pingFrame);
  }

  close(code: number, reason: string): void {
    this.flush();
    this.#socket.close(code, reason);
  }

  flush(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#stream.write(pending.joined());
    const { limits, listener } = this.#outbox;
    if (this.connection !== null && this.#stream.writableLength > limits.bufferedBytesMax) {
      listener.slow(this.connection);
    }
  }
}

function flushOutbox(outbox: Outbox): void {
  const { waiting } = outbox;
  outbox.waiting = [];
  outbox.batch = emptyBatch();
  for (const wire of waiting) wire.flush();
}
