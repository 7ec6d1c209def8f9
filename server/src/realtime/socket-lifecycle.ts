import { randomBytes } from "node:crypto";
import { admit } from "./admission.ts";
import { closeCodes } from "./close-codes.ts";
import { Connection, type Wire } from "./connection.ts";
import { countControlFrame, receiveFrame } from "./frame-handler.ts";
import { errorFrame, eventFrame } from "./frames.ts";
import { countBy } from "./counters.ts";
import { cancelPending } from "./pending-subscriptions.ts";
import { leaveChannel } from "./subscriptions.ts";
import type { RefusalReason } from "./realtime-options.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { forgetUser } from "./user-sockets.ts";

/** A flood counts towards its address's rate like this many new sockets, since reading it to the end takes 2 ms. */
const socketsPerFlood = 20;

export class SocketLifecycle {
  isDraining = false;
  readonly #parts: RealtimeParts;

  constructor(parts: RealtimeParts) {
    this.#parts = parts;
  }

  /** Admits an open websocket and greets it, or closes it with the reason and returns null (LIVE-8). */
  opened(wire: Wire, url: string, address: string): Connection | null {
    const { metrics, limits, clock, hooks, heartbeat } = this.#parts;
    const admission = admit(url, this.isDraining, this.#parts);
    if ("code" in admission) {
      countBy(metrics.closesByCode, String(admission.code));
      if (admission.isFull === true) hooks.onRefused?.({ reason: "capacity", address, user: null });
      wire.send(errorFrame(admission.code, admission.message));
      wire.close(admission.code, admission.message);
      return null;
    }
    const { app } = admission;
    const connection = new Connection(newSocketId(), app, wire, clock.steadyMs(), address);
    app.connections.set(connection.id, connection);
    if (app.app.authorizeWithinMs !== undefined) app.unproven.add(connection);
    heartbeat.add(connection);
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
      // This is a bug, or JSON nested too deeply to encode: a frame of one socket must not end the process (LIVE-7).
      this.#parts.log.error({ err: error, socketId: connection.id }, "a frame could not be handled");
      this.close(connection, closeCodes.reconnectNow, "The frame could not be handled");
    }
  }

  alive(connection: Connection): void {
    connection.isAwaitingPong = false;
  }

  /** Handles a ping or pong; the library has already answered a ping. */
  controlled(connection: Connection): void {
    this.alive(connection);
    countControlFrame(connection, this.#parts);
  }

  slow(connection: Connection): void {
    if (!connection.isOpen) return;
    this.#parts.metrics.slowReaders += 1;
    this.close(connection, closeCodes.reconnectNow, "The client reads too slowly", "slow");
  }

  /** Cleans up immediately, then sends the close frame. */
  close(connection: Connection, code: number, message: string, limit?: RefusalReason): void {
    if (!connection.isOpen) return;
    const { address, app, userId, wire } = connection;
    this.closed(connection, code);
    wire.send(errorFrame(code, message));
    const isFlood = limit === "frames" || limit === "control-frames";
    if (isFlood) wire.cut(code, message);
    else wire.close(code, message);
    if (limit === undefined) return;
    const { handshakes, clock, hooks } = this.#parts;
    if (isFlood) handshakes.add(address, clock.steadyMs(), socketsPerFlood);
    const user = userId === null ? null : { appId: app.app.id, id: userId };
    hooks.onRefused?.({ reason: limit, address, user });
  }

  closed(connection: Connection, code: number): void {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    const { metrics, heartbeat } = this.#parts;
    countBy(metrics.closesByCode, String(code));
    metrics.sockets -= 1;
    heartbeat.remove(connection);
    connection.app.connections.delete(connection.id);
    connection.app.unproven.delete(connection);
    for (const channel of [...(connection.pending?.keys() ?? [])]) cancelPending(connection, channel);
    for (const channel of [...connection.channels]) leaveChannel(connection, channel, this.#parts);
    forgetUser(connection, this.#parts);
  }
}

/** Makes an id of 128 random bits: it becomes part of signatures, so it must never repeat. */
function newSocketId(): string {
  const bytes = randomBytes(16);
  return `${bytes.readBigUInt64LE(0)}.${bytes.readBigUInt64LE(8)}`;
}
