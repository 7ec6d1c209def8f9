import type { ChannelKind } from "./channel-name.ts";
import { AppState, Channel, type Connection } from "./connection.ts";
import type { PusherApp } from "./realtime-options.ts";
import type { SocketCounts } from "./socket-counts.ts";

export class ChannelRegistry {
  readonly #apps: ReadonlyMap<string, AppState>;
  readonly #counts: SocketCounts;

  constructor(apps: readonly PusherApp[], counts: SocketCounts) {
    this.#apps = new Map(apps.map((app) => [app.id, new AppState(app)]));
    this.#counts = counts;
  }

  appById(id: string): AppState | null {
    return this.#apps.get(id) ?? null;
  }

  appByKey(key: string): AppState | null {
    return [...this.#apps.values()].find(({ app }) => app.key === key) ?? null;
  }

  apps(): Iterable<AppState> {
    return this.#apps.values();
  }

  subscribe(connection: Connection, name: string, kind: ChannelKind, memberId: string | null): Channel {
    const { app } = connection;
    let channel = app.channels.get(name);
    if (channel === undefined) {
      channel = new Channel(name, kind);
      app.channels.set(name, channel);
    }
    channel.subscribers.set(connection, memberId);
    connection.channels = connection.channels.concat(channel);
    this.#counts.set(app.app.id, name, channel.subscribers.size);
    return channel;
  }

  unsubscribe(connection: Connection, channel: Channel): void {
    if (!channel.subscribers.delete(connection)) return;
    connection.channels = connection.channels.filter((each) => each !== channel);
    if (channel.subscribers.size === 0) connection.app.channels.delete(channel.name);
    this.#counts.set(connection.app.app.id, channel.name, channel.subscribers.size);
  }
}
