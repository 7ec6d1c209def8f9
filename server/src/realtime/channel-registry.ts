import type { ChannelName } from "./channel-name.ts";
import { AppState, Channel, type Connection } from "./connection.ts";
import type { PusherApp } from "./realtime-server.ts";

/** Told after every change of a channel's number of subscribers in this process. */
export type OccupancyListener = (app: AppState, channel: Channel) => void;

/** Which socket is subscribed to what, in this process. Holds nothing of sockets or channels that have gone. */
export class ChannelRegistry {
  readonly #appsById = new Map<string, AppState>();
  readonly #appsByKey = new Map<string, AppState>();
  readonly #onOccupancy: OccupancyListener;

  constructor(apps: readonly PusherApp[], onOccupancy: OccupancyListener) {
    this.#onOccupancy = onOccupancy;
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
    this.#onOccupancy(app, channel);
    return channel;
  }

  unsubscribe(connection: Connection, channel: Channel): void {
    const place = connection.channels.indexOf(channel);
    if (place === -1) return;
    connection.channels.splice(place, 1);
    channel.subscribers.delete(connection);
    if (channel.subscribers.size === 0) connection.app.channels.delete(channel.name);
    this.#onOccupancy(connection.app, channel);
  }
}
