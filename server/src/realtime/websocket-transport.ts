import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { AddressSockets } from "./address-sockets.ts";
import { type Server, WebSocket, WebSocketServer } from "ws";
import { binaryRefusedCode } from "./close-codes.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Connection, Wire } from "./connection.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { Outbox } from "./outbox.ts";
import { type Sending, WebsocketWire } from "./websocket-wire.ts";

/** What the transport tells the server. */
export interface TransportListener {
  /** A websocket is open; null when it was refused (and closed) instead. */
  opened(wire: Wire, request: IncomingMessage, address: string): Connection | null;
  received(connection: Connection, text: string): void;
  /** The peer showed that it lives. */
  alive(connection: Connection): void;
  /** A ping or pong came; a ping is answered already. */
  controlled(connection: Connection): void;
  /** More waits for the peer than may wait. */
  slow(connection: Connection): void;
  closed(connection: Connection, code: number): void;
}

/** Frames of an honest client that were under way when its socket was closed. */
const lateFramesMax = 10;

class RealtimeSocket extends WebSocket {
  connection: Connection | null = null;
  transport: WebsocketTransport | null = null;
  wire: WebsocketWire | null = null;
  address = "";
  lateFrames = 0;
}

/** What the transport works with. */
export interface TransportParts {
  readonly limits: RealtimeLimits;
  readonly metrics: RealtimeMetrics;
  readonly clock: Clock;
  readonly addressSockets: AddressSockets;
}

/** The only code that knows the websocket library: handshake, incoming frames, and one write per socket and tick. */
export class WebsocketTransport {
  readonly listener: TransportListener;
  readonly addresses: AddressSockets;
  /** Sockets that have not gone entirely, closing ones included. */
  readonly open = new Set<WebSocket>();
  readonly #server: Server<typeof RealtimeSocket>;
  readonly #sending: Sending;

  constructor({ limits, metrics, clock, addressSockets }: TransportParts, listener: TransportListener) {
    this.listener = listener;
    this.addresses = addressSockets;
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
      maxFragments: limits.fragmentsMax,
      maxBufferedChunks: limits.bufferedChunksMax,
      closeTimeout: limits.closeTimeoutMs,
      WebSocket: RealtimeSocket,
    };
    this.#server = new WebSocketServer(options);
  }

  /** False where the library refused the handshake. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): boolean {
    let isOpen = false;
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      isOpen = true;
      const wire = new WebsocketWire(socket, stream, this.#sending);
      this.open.add(socket);
      socket.transport = this;
      socket.address = address;
      this.addresses.opened(address);
      // The same functions for all sockets instead of closures for each: idle sockets are many (LIVE-7).
      socket.wire = wire;
      socket.on("error", onError);
      socket.on("close", onClose);
      socket.connection = this.listener.opened(wire, request, address);
      wire.connection = socket.connection;
      socket.on("message", onMessage);
      socket.on("ping", onControl);
      socket.on("pong", onControl);
    });
    return isOpen;
  }

  /** Cuts what is left. */
  terminateAll(): void {
    for (const socket of this.open) socket.terminate();
  }
}

function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
  if (!(this instanceof RealtimeSocket)) return;
  const connection = openConnectionOf(this);
  if (connection === null) return;
  this.transport?.listener.alive(connection);
  if (!isBinary && Buffer.isBuffer(data)) {
    this.transport?.listener.received(connection, data.toString());
    return;
  }
  this.close(binaryRefusedCode, "Text frames only");
  this.wire?.end();
}

function onControl(this: WebSocket): void {
  if (!(this instanceof RealtimeSocket)) return;
  const connection = openConnectionOf(this);
  if (connection !== null) this.transport?.listener.controlled(connection);
}

/** Who goes on sending to a socket that was closed is not waited for: nobody counts these frames any more. */
function openConnectionOf(socket: RealtimeSocket): Connection | null {
  const { connection } = socket;
  if (connection?.isOpen === true) return connection;
  socket.lateFrames += 1;
  // Once: thousands may have come in one read.
  if (socket.lateFrames === (connection === null ? 1 : lateFramesMax + 1)) socket.wire?.end();
  return null;
}

function onClose(this: WebSocket, code: number): void {
  if (!(this instanceof RealtimeSocket)) return;
  const { connection, transport } = this;
  transport?.open.delete(this);
  transport?.addresses.closed(this.address);
  this.connection = null;
  this.wire = null;
  this.transport = null;
  if (connection !== null) transport?.listener.closed(connection, code);
}

/** The library has sent the close frame; whoever breaks the rules is not waited for, since that would be to read on. */
function onError(this: WebSocket): void {
  if (this instanceof RealtimeSocket) this.wire?.end();
}
