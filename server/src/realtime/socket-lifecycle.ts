import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AddressLimit } from "./address-limit.ts";
import { admit } from "./admission.ts";
import { closeCodes } from "./close-codes.ts";
import { Connection, type Wire } from "./connection.ts";
import { countControlFrame, type FrameParts, receiveFrame } from "./frame-handler.ts";
import { errorFrame, eventFrame } from "./frames.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { countBy } from "./metrics.ts";
import { cancelPending } from "./pending-subscriptions.ts";
import { leaveChannel } from "./subscriptions.ts";
import type { RealtimeLog, RefusalReason } from "./realtime-server.ts";
import type { TransportListener } from "./websocket-transport.ts";

/**
 * What came with a flood is read to its end, up to 64 KiB that may take 2 ms: of an address that floods, fewer sockets are taken
 * in for the rest of the minute.
 */
const socketsPerFlood = 20;

/** From the first frame of a socket to the one cleanup after its last, whatever ended it. */
export class SocketLifecycle implements TransportListener {
  isDraining = false;
  readonly #parts: FrameParts;
  readonly #addresses: AddressLimit;
  readonly #heartbeat: Heartbeat;
  readonly #log: RealtimeLog;

  constructor(parts: FrameParts, addresses: AddressLimit, heartbeat: Heartbeat, log: RealtimeLog) {
    this.#parts = parts;
    this.#addresses = addresses;
    this.#heartbeat = heartbeat;
    this.#log = log;
  }

  opened(wire: Wire, request: IncomingMessage, address: string): Connection | null {
    return this.open(wire, request.url ?? "", address);
  }

  /** Admits a socket and greets it, or tells it why not and closes it (LIVE-8). */
  open(wire: Wire, url: string, address: string): Connection | null {
    const { metrics, limits, registry, clock, hooks } = this.#parts;
    const { isDraining } = this;
    const admission = admit(url, registry, { sockets: metrics.sockets, socketsMax: limits.socketsMax, isDraining });
    if (admission.kind === "refused") {
      countBy(metrics.closesByCode, String(admission.code));
      if (admission.isFull) hooks.onRefused?.({ reason: "capacity", address, user: null });
      wire.send(errorFrame(admission.code, admission.message));
      wire.close(admission.code, admission.message);
      return null;
    }
    const { app } = admission;
    const connection = new Connection(newSocketId(), app, wire, clock.now(), address);
    app.connections.set(connection.id, connection);
    if (app.app.authorizeWithinMs !== undefined) app.unproven.add(connection);
    this.#heartbeat.add(connection);
    metrics.sockets += 1;
    metrics.socketsOpened += 1;
    wire.send(
      eventFrame("pusher:connection_established", {
        socket_id: connection.id,
        activity_timeout: limits.activityTimeoutSeconds,
      }),
    );
    return connection;
  }

  received(connection: Connection, text: string): void {
    try {
      receiveFrame(connection, text, this.#parts);
    } catch (error) {
      // A bug, or JSON too deep to encode again: one socket's frame must not end the process (LIVE-7).
      this.#log.error({ err: error, socketId: connection.id }, "a frame could not be handled");
      this.close(connection, closeCodes.reconnectNow, "The frame could not be handled");
    }
  }

  alive(connection: Connection): void {
    connection.isAwaitingPong = false;
  }

  controlled(connection: Connection): void {
    this.alive(connection);
    countControlFrame(connection, this.#parts);
  }

  slow(connection: Connection): void {
    if (!connection.isOpen) return;
    this.#parts.metrics.slowReaders += 1;
    this.close(connection, closeCodes.reconnectNow, "The client reads too slowly", "slow");
  }

  closed(connection: Connection, code: number): void {
    this.#remove(connection, code);
  }

  /** Cleans up at once, then lets the close frame go out. */
  close(connection: Connection, code: number, message: string, limit?: RefusalReason): void {
    if (!connection.isOpen) return;
    const { address, app, userId, wire } = connection;
    this.#remove(connection, code);
    wire.send(errorFrame(code, message));
    const isFlood = limit === "frames" || limit === "control-frames";
    if (isFlood) wire.cut(code, message);
    else wire.close(code, message);
    if (limit === undefined) return;
    if (isFlood) this.#addresses.count(address, socketsPerFlood);
    const user = userId === null ? null : { appId: app.app.id, id: userId };
    this.#parts.hooks.onRefused?.({ reason: limit, address, user });
  }

  #remove(connection: Connection, code: number): void {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    const { metrics, users, watchlists } = this.#parts;
    countBy(metrics.closesByCode, String(code));
    metrics.sockets -= 1;
    this.#heartbeat.remove(connection);
    connection.app.connections.delete(connection.id);
    connection.app.unproven.delete(connection);
    watchlists.remove(connection);
    for (const channel of [...(connection.pending?.keys() ?? [])]) cancelPending(connection, channel);
    for (const channel of [...connection.channels]) leaveChannel(connection, channel, this.#parts);
    users.forget(connection);
  }
}

/** 128 bits that nobody can guess: the id is part of what gets signed, so it must never come again. */
function newSocketId(): string {
  const bytes = randomBytes(16);
  return `${bytes.readBigUInt64LE(0)}.${bytes.readBigUInt64LE(8)}`;
}
