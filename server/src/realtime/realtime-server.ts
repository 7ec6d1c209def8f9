import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { pause } from "../kernel/clock.ts";
import { handleUpgrade } from "./admission.ts";
import { buildParts } from "./build-parts.ts";
import { type SignedChannel, signChannel } from "./channel-auth.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState } from "./connection.ts";
import { encodeData } from "./frames.ts";
import type { RealtimeCounters } from "./counters.ts";
import type { Broadcast, ChannelData, PresenceMember, PusherApp, RealtimeOptions } from "./realtime-options.ts";
import { revokeChannel } from "./subscriptions.ts";
import { closeSession, closeUser } from "./user-sockets.ts";
import { WebsocketTransport } from "./websocket-transport.ts";

/** Speaks Pusher protocol 7 in one process, without knowing what its channels mean. Owns timers and the bus until `close`. */
export class RealtimeServer {
  readonly apps: readonly PusherApp[];
  readonly #parts: ReturnType<typeof buildParts>;
  readonly #transport: WebsocketTransport;

  constructor(options: RealtimeOptions) {
    this.apps = options.apps;
    this.#parts = buildParts(options);
    this.#transport = new WebsocketTransport(this.#parts, this.#parts.lifecycle);
  }

  /** Handles `upgrade` events of the shared HTTP server: opens a websocket for `/app/{key}` and refuses any other path. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    handleUpgrade(request, socket, this.#parts, (address) => this.#transport.upgrade(request, socket, head, address));
  }

  /** Sends an event to subscribers in all processes; in this one, the frames leave at the end of the tick. */
  broadcast(appId: string, { channels, event, data, exceptSocketId, mark, isLocal }: Broadcast): void {
    const delivery = {
      channels,
      event,
      data: encodeData(data),
      ...(exceptSocketId !== undefined && { exceptSocketId }),
      ...(mark !== undefined && { mark }),
    };
    this.#parts.broadcaster.deliver(this.#app(appId), delivery);
    if (isLocal !== true)
      this.#parts.cluster.publish({ kind: "broadcast", appId, ...delivery, channels: [...channels] });
  }

  /** Signs a channel for one socket; null if its name is malformed. Checks no permissions: `admit` does when the client subscribes. */
  signChannel(appId: string, socketId: string, channel: string, channelData?: ChannelData): SignedChannel | null {
    return signChannel(this.#app(appId).app, socketId, channel, channelData);
  }

  *sessions(): Iterable<string> {
    for (const app of this.#parts.registry.apps()) {
      for (const { sessions } of app.connections.values()) if (sessions !== null) yield* sessions;
    }
  }

  hasSockets(appId: string): boolean {
    return this.#app(appId).connections.size > 0;
  }

  hasUser(appId: string, userId: string): boolean {
    return this.#app(appId).users.has(userId);
  }

  /** User ids, one per socket, that are subscribed or about to be subscribed to a presence channel in this process. */
  holders(appId: string, channel: string): readonly string[] {
    const { channels, undecided } = this.#app(appId);
    const granted = [...(channels.get(channel)?.subscribers.values() ?? [])];
    const pending = [...undecided].map((connection) => connection.pending?.get(channel)?.userId ?? null);
    return [...granted, ...pending].filter((memberId) => memberId !== null);
  }

  members(appId: string, channel: string): readonly PresenceMember[] {
    return this.#parts.rosters.members(appId, channel);
  }

  occupiedChannels(appId: string): readonly string[] {
    return [...this.#parts.counts.channels(appId)];
  }

  /** Counts the subscriptions to a channel in all processes, and the people if it is a presence channel. */
  occupancy(appId: string, channel: string): { readonly subscriptions: number; readonly users: number } {
    const subscriptions = this.#parts.counts.count(appId, channel);
    // People within their grace period still count as present.
    return { subscriptions, users: subscriptions === 0 ? 0 : this.#parts.rosters.userCount(appId, channel) };
  }

  /** Removes a channel from all sockets of a person, unless the app admits them again. */
  unsubscribeUser(appId: string, userId: string, channel: string): void {
    this.unsubscribeUserHere(appId, userId, channel);
    this.#parts.cluster.publish({ kind: "unsubscribe", appId, userId, channel });
  }

  unsubscribeUserHere(appId: string, userId: string, channel: string): void {
    revokeChannel(this.#app(appId), userId, channel, this.#parts);
  }

  /** Closes this process's sockets of a session. */
  closeSession(session: string): void {
    closeSession(session, this.#parts);
  }

  closeUser(appId: string, userId: string, code: number = closeCodes.unauthorized): void {
    closeUser(this.#app(appId), userId, code, this.#parts);
  }

  /** Closes a person's sockets in all processes. */
  terminateUser(appId: string, userId: string): void {
    this.closeUser(appId, userId);
    this.#parts.cluster.publish({ kind: "close-user", appId, userId, code: closeCodes.unauthorized });
  }

  /** Closes sockets in batches at random intervals of 0.5 to 1.5 times `intervalMs`, so that clients do not reconnect in step. */
  async drain({ batchSize, intervalMs }: { batchSize: number; intervalMs: number }): Promise<void> {
    const { clock, limits, lifecycle, registry, close } = this.#parts;
    lifecycle.isDraining = true;
    const connections = [...registry.apps()].flatMap((app) => [...app.connections.values()]);
    for (let start = 0; start < connections.length; start += batchSize) {
      if (start > 0) await pause(clock, intervalMs * (0.5 + Math.random()));
      for (const connection of connections.slice(start, start + batchSize)) {
        close(connection, closeCodes.reconnectNow, "The server restarts");
      }
    }
    const endMs = clock.steadyMs() + limits.closeTimeoutMs;
    while (this.#transport.open.size > 0 && clock.steadyMs() < endMs) await pause(clock, 50);
  }

  /** Whether messages reach other processes. */
  isBusReady(): boolean {
    return this.#parts.cluster.isReady();
  }

  metrics(): RealtimeCounters {
    const { metrics, registry, rosters } = this.#parts;
    const channels = [...registry.apps()].flatMap((app) => [...app.channels.values()]);
    return {
      ...metrics,
      subscriptions: channels.reduce((sum, { subscribers }) => sum + subscribers.size, 0),
      channels: channels.length,
      presenceMembers: rosters.size(),
      closesByCode: { ...metrics.closesByCode },
      refusals: { ...metrics.refusals },
    };
  }

  /** Stops timers and the bus, and cuts the remaining sockets. */
  async close(): Promise<void> {
    const { heartbeat, rosters, cluster } = this.#parts;
    this.#transport.terminateAll();
    heartbeat.close();
    rosters.close();
    await cluster.close();
  }

  #app(appId: string): AppState {
    const app = this.#parts.registry.appById(appId);
    if (app === null) throw new RangeError(`There is no app ${appId}`);
    return app;
  }
}
