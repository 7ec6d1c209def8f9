import { parseChannelName } from "./channel-name.ts";
import type { AppState, Connection } from "./connection.ts";
import type { EventCache } from "./event-cache.ts";
import { envelope, textFrame } from "./frames.ts";
import type { RealtimeMetrics } from "./metrics.ts";

/** An event for the sockets of this process; `data` is text already. */
export interface Delivery {
  readonly channels: readonly string[];
  readonly event: string;
  readonly data: string;
  readonly exceptSocketId?: string | undefined;
  /** Present on client events: the sender's person, if known. Such events are never cached. */
  readonly clientEvent?: { readonly userId: string | null } | undefined;
}

/** Hands events to the subscribers of this process. JSON is made once, a websocket frame once per channel name. */
export class Broadcaster {
  readonly #cache: EventCache;
  readonly #metrics: RealtimeMetrics;
  #number = 0;

  constructor(cache: EventCache, metrics: RealtimeMetrics) {
    this.#cache = cache;
    this.#metrics = metrics;
  }

  deliver(app: AppState, delivery: Delivery): void {
    const { channels, event, data, exceptSocketId, clientEvent } = delivery;
    const eventJson = JSON.stringify(event);
    const dataJson = JSON.stringify(data);
    const number = channels.length > 1 ? (this.#number += 1) : null;
    this.#metrics.broadcasts += 1;
    for (const name of channels) {
      if (clientEvent === undefined) this.#keep(app, name, event, data);
      const channel = app.channels.get(name);
      if (channel === undefined) continue;
      const userId = channel.kind === "presence" ? (clientEvent?.userId ?? undefined) : undefined;
      const encode = () => textFrame(envelope(eventJson, dataJson, name, userId));
      this.#send(channel.subscribers.keys(), encode, exceptSocketId, number);
    }
  }

  /** LIVE-4: the number marks who has got this broadcast, so that a socket on several channels gets it once. */
  #send(
    subscribers: Iterable<Connection>,
    encode: () => Buffer,
    exceptSocketId: string | undefined,
    number: number | null,
  ): void {
    let frame: Buffer | null = null;
    let deliveries = 0;
    for (const connection of subscribers) {
      if (connection.id === exceptSocketId) continue;
      if (number !== null) {
        if (connection.broadcastNumber === number) continue;
        connection.broadcastNumber = number;
      }
      frame ??= encode();
      connection.wire.sendSoon(frame);
      deliveries += 1;
    }
    this.#metrics.deliveries += deliveries;
  }

  #keep(app: AppState, name: string, event: string, data: string): void {
    if (name.includes("cache-") && parseChannelName(name)?.isCached === true) {
      this.#cache.put(app.app.id, name, event, data);
    }
  }
}
