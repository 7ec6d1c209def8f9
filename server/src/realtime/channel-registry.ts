import type { ChannelName } from "./channel-name.ts";
import { AppState, Channel, type Connection } from "./connection.ts";
import type { PusherApp } from "./realtime-options.ts";
import type { SocketCounts } from "./socket-counts.ts";

/** Which socket is subscribed to what, in this process. Holds nothing of sockets or channels that have gone. */
export class ChannelRegistry {
  readonly #appsById = new Map<string, AppState>();
  readonly #appsByKey = new Map<string, AppState>();
  readonly #counts: SocketCounts;

  constructor(apps: readonly PusherApp[], counts: SocketCounts) {
    this.#counts = counts;
    for (const app of apps) {
      const state = new AppState(app);
      this.#appsById.set(app.id, state);
      this.#appsByKey.set(app.key, state);
    }
  }

  appById(id: string): AppState | null {
    return this.#appsById.get(id) ?? null;
  }

  appByKey(key: string): AppState | null {
    return this.#appsByKey.get(key) ?? null;
  }

  apps(): Iterable<AppState> {
    return this.#appsById.values();
  }

  subscribe(connection: Connection, name: string, parsed: ChannelName, memberId: string | null): Channel {
    const { app } = connection;
    let channel = app.channels.get(name);
    if (channel === undefined) {
      channel = new Channel(name, parsed.kind, parsed.isCached);
      app.channels.set(name, channel);
    }
    channel.subscribers.set(connection, memberId);
    connection.channels.push(channel);
    this.#counts.set(app.app.id, name, channel.subscribers.size);
    return channel;
  }

  unsubscribe(connection: Connection, channel: Channel): void {
    const index = connection.channels.indexOf(channel);
    if (index === -1) return;
    connection.channels.splice(index, 1);
    channel.subscribers.delete(connection);
    if (channel.subscribers.size === 0) connection.app.channels.delete(channel.name);
    this.#counts.set(connection.app.app.id, channel.name, channel.subscribers.size);
  }
}
