import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Server, WebSocket, WebSocketServer } from "ws";
import { binaryRefusedCode } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import { WriteScheduler } from "./write-scheduler.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import type { SocketCounts } from "./socket-counts.ts";
import type { SocketLifecycle } from "./socket-lifecycle.ts";
import { type Sending, WebsocketWire } from "./websocket-wire.ts";

/** Most frames that a legitimate client may have in flight when its socket closes. */
const lateFramesMax = 10;

class RealtimeSocket extends WebSocket {
  connection: Connection | null = null;
  transport: WebsocketTransport | null = null;
  wire: WebsocketWire | null = null;
  address = "";
  lateFrames = 0;
}

/** The only code that uses the websocket library: handshakes, incoming frames, and one write per socket per tick. */
export class WebsocketTransport {
  readonly listener: SocketLifecycle;
  readonly counts: SocketCounts;
  /** Sockets whose connections still exist, including those that are closing. */
  readonly open = new Set<WebSocket>();
  readonly #server: Server<typeof RealtimeSocket>;
  readonly #sending: Sending;

  constructor({ limits, metrics, clock, counts }: RealtimeParts, listener: SocketLifecycle) {
    this.listener = listener;
    this.counts = counts;
    this.#sending = {
      bufferedBytesMax: limits.bufferedBytesMax,
      metrics,
      writes: new WriteScheduler(clock, limits.broadcastPause),
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

  /** Completes a handshake; returns false if the library refused it. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): boolean {
    let isOpen = false;
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      isOpen = true;
      const wire = new WebsocketWire(socket, stream, this.#sending);
      this.open.add(socket);
      socket.transport = this;
      socket.address = address;
      this.counts.addOfAddress(address, 1);
      // All sockets share these functions instead of having closures of their own, since many sockets are idle (LIVE-7).
      socket.wire = wire;
      socket.on("error", onError);
      socket.on("close", onClose);
      socket.connection = this.listener.opened(wire, request.url ?? "", address);
      wire.connection = socket.connection;
      socket.on("message", onMessage);
      socket.on("ping", onControl);
      socket.on("pong", onControl);
    });
    return isOpen;
  }

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

/** Returns a socket's open connection. Cuts a peer that keeps sending to a closed socket, since its frames are no longer counted. */
function openConnectionOf(socket: RealtimeSocket): Connection | null {
  const { connection } = socket;
  if (connection?.isOpen === true) return connection;
  socket.lateFrames += 1;
  // Ends the socket only once, since thousands of frames may arrive in one read.
  if (socket.lateFrames === (connection === null ? 1 : lateFramesMax + 1)) socket.wire?.end();
  return null;
}

function onClose(this: WebSocket, code: number): void {
  if (!(this instanceof RealtimeSocket)) return;
  const { connection, transport } = this;
  transport?.open.delete(this);
  transport?.counts.addOfAddress(this.address, -1);
  this.connection = null;
  this.wire = null;
  this.transport = null;
  if (connection !== null) transport?.listener.closed(connection, code);
}

/** Ends a socket after an error. The library has sent the close frame; waiting for a peer that breaks the protocol would mean reading on. */
function onError(this: WebSocket): void {
  if (this instanceof RealtimeSocket) this.wire?.end();
}
