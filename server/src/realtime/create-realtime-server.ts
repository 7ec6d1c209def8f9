import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { signChannel } from "./channel-auth.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState } from "./connection.ts";
import { drainSockets, untilNone } from "./drain.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { buildParts, type RealtimeParts } from "./realtime-parts.ts";
import type {
  Broadcast,
  ChannelData,
  DrainOptions,
  OccupiedChannel,
  PresenceMember,
  RealtimeOptions,
  RealtimeServer,
  SignedChannel,
} from "./realtime-server.ts";
import { withdrawChannel } from "./subscriptions.ts";
import { UpgradeDoor } from "./upgrade-door.ts";
import { WebsocketTransport } from "./websocket-transport.ts";

/** Builds the realtime server of one process. It owns timers and the bus until `close`. */
export function createRealtimeServer(options: RealtimeOptions): RealtimeServer {
  return new ProcessRealtimeServer(options);
}

class ProcessRealtimeServer implements RealtimeServer {
  readonly #options: RealtimeOptions;
  readonly #parts: RealtimeParts;
  readonly #transport: WebsocketTransport;
  readonly #door: UpgradeDoor;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#parts = buildParts(options);
    this.#transport = new WebsocketTransport(this.#parts, this.#parts.lifecycle);
    this.#door = new UpgradeDoor(options, this.#parts, this.#transport);
  }

  get apps(): RealtimeOptions["apps"] {
    return this.#options.apps;
  }

  get limits(): RealtimeOptions["limits"] {
    return this.#options.limits;
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#door.handle(request, socket, head);
  }

  broadcast(appId: string, broadcast: Broadcast): void {
    const data = typeof broadcast.data === "string" ? broadcast.data : (JSON.stringify(broadcast.data) ?? "null");
    const { channels, event, exceptSocketId, mark, isLocal } = broadcast;
    const delivery = {
      channels,
      event,
      data,
      ...(exceptSocketId !== undefined && { exceptSocketId }),
      ...(mark !== undefined && { mark }),
    };
    this.#parts.broadcaster.deliver(this.#app(appId), delivery);
    if (isLocal !== true)
      this.#parts.cluster.publish({ kind: "broadcast", appId, ...delivery, channels: [...channels] });
  }

  signChannel(appId: string, socketId: string, channel: string, channelData?: ChannelData): SignedChannel {
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

  holders(appId: string, channel: string): readonly string[] {
    const { channels, undecided } = this.#app(appId);
    const granted = [...(channels.get(channel)?.subscribers.values() ?? [])];
    const pending = [...undecided].map((connection) => connection.pending?.get(channel)?.userId ?? null);
    return [...granted, ...pending].filter((memberId) => memberId !== null);
  }

  members(appId: string, channel: string): readonly PresenceMember[] {
    return this.#parts.rosters.members(appId, channel);
  }

  occupiedChannels(appId: string): ReadonlyMap<string, OccupiedChannel> {
    const app = this.#app(appId);
    const names = new Set([...app.channels.keys(), ...this.#parts.remoteOccupancy.channels(appId)]);
    const occupied = new Map<string, OccupiedChannel>();
    for (const name of names) {
      const channel = this.occupied(appId, name);
      if (channel !== null) occupied.set(name, channel);
    }
    return occupied;
  }

  occupied(appId: string, channel: string): OccupiedChannel | null {
    const { remoteOccupancy, rosters } = this.#parts;
    const local = this.#app(appId).channels.get(channel)?.subscribers.size ?? 0;
    const subscriptionCount = local + remoteOccupancy.count(appId, channel);
    if (subscriptionCount === 0) return null;
    if (!channel.startsWith("presence-")) return { subscriptionCount };
    return { subscriptionCount, userCount: rosters.userCount(appId, channel) };
  }

  cachedEvent(appId: string, channel: string): { event: string; data: string; ttlSeconds: number } | null {
    const cached = this.#parts.cache.get(appId, channel);
    if (cached === null) return null;
    const ttlSeconds = Math.ceil((cached.expiresAtMs - this.#options.clock.now()) / 1000);
    return { event: cached.event, data: cached.data, ttlSeconds };
  }

  unsubscribeUserHere(appId: string, userId: string, channel: string): void {
    withdrawChannel(this.#app(appId), userId, channel, this.#parts);
  }

  unsubscribeUser(appId: string, userId: string, channel: string): void {
    this.unsubscribeUserHere(appId, userId, channel);
    this.#parts.cluster.publish({ kind: "unsubscribe", appId, userId, channel });
  }

  closeSession(session: string, code: number = closeCodes.unauthorized): void {
    this.#parts.users.closeSession(this.#parts.registry.apps(), session, code);
  }

  closeUser(appId: string, userId: string, code: number = closeCodes.unauthorized): void {
    this.#parts.users.closeUser(this.#app(appId), userId, code);
  }

  terminateUser(appId: string, userId: string): void {
    this.closeUser(appId, userId);
    this.#parts.cluster.publish({ kind: "close-user", appId, userId, code: closeCodes.unauthorized });
  }

  async drain(options: DrainOptions): Promise<void> {
    const { clock, limits } = this.#options;
    const { lifecycle, registry, close } = this.#parts;
    lifecycle.isDraining = true;
    const connections = [...registry.apps()].flatMap((app) => [...app.connections.values()]);
    await drainSockets(connections, options, clock, close);
    await untilNone(() => this.#transport.open.size, limits.closeTimeoutMs, clock);
  }

  isBusReady(): boolean {
    return this.#parts.cluster.isReady();
  }

  metrics(): RealtimeMetrics {
    const { metrics, registry, rosters } = this.#parts;
    let subscriptions = 0;
    let channels = 0;
    for (const app of registry.apps()) {
      channels += app.channels.size;
      for (const channel of app.channels.values()) subscriptions += channel.subscribers.size;
    }
    return {
      ...metrics,
      subscriptions,
      channels,
      presenceMembers: rosters.size(),
      closesByCode: { ...metrics.closesByCode },
      refusals: { ...metrics.refusals },
    };
  }

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
