import { randomUUID } from "node:crypto";
import { Broadcaster } from "./broadcaster.ts";
import { applyBusMessage, ofNoApp, snapshotOf } from "./bus-messages.ts";
import { ChannelRegistry } from "./channel-registry.ts";
import { AddressLimit } from "./address-limit.ts";
import { AddressSockets } from "./address-sockets.ts";
import type { OccupancyEntry } from "./bus.ts";
import { ClientEventRates } from "./client-event-rates.ts";
import { closeCodes } from "./close-codes.ts";
import { Cluster, type ClusterListener } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { EventCache } from "./event-cache.ts";
import type { FrameParts } from "./frame-handler.ts";
import { Heartbeat } from "./heartbeat.ts";
import { createMetrics, type RealtimeMetrics } from "./metrics.ts";
import { RemoteOccupancy } from "./occupancy.ts";
import { closeUndecided } from "./pending-subscriptions.ts";
import { sendPresenceChange } from "./presence-events.ts";
import { PresenceRosters, type RosterChange } from "./presence-roster.ts";
import { oncePerMinute } from "../kernel/log.ts";
import type { RealtimeHooks, RealtimeOptions } from "./realtime-server.ts";
import { SocketLifecycle } from "./socket-lifecycle.ts";
import { type CloseSocket, usersRoster, UserSockets } from "./user-sockets.ts";
import { Watchlists } from "./watchlists.ts";

const minuteMs = 60_000;

/** The server's parts, wired. */
export interface RealtimeParts extends FrameParts {
  readonly lifecycle: SocketLifecycle;
  readonly heartbeat: Heartbeat;
  readonly remoteOccupancy: RemoteOccupancy;
  readonly addresses: AddressLimit;
  readonly addressSockets: AddressSockets;
}

/** Builds and wires the parts of one process's server; nothing listens yet, timers run. */
export function buildParts(options: RealtimeOptions): RealtimeParts {
  const { clock, limits, log } = options;
  const hooks: RealtimeHooks = options.hooks ?? {};
  const metrics = createMetrics();
  const remoteOccupancy = new RemoteOccupancy();
  const cache = new EventCache(clock, limits.cacheTtlMs, limits.cachedEventsMax);
  const registry = new ChannelRegistry(options.apps, (app, channel) => {
    const subscriptions = channel.subscribers.size;
    cluster.announceOccupancy({ appId: app.app.id, channel: channel.name, subscriptions });
  });
  const rosters = new PresenceRosters(clock, limits.leaveGraceMs, {
    announce: (entry) => cluster.announceMember(entry),
    changed: (change) => reportChange(change, registry, watchlists),
  });
  const close: CloseSocket = (connection, code, message, limit) => lifecycle.close(connection, code, message, limit);
  const users = new UserSockets(rosters, limits.socketsPerUserMax, close);
  const watchlists = new Watchlists(rosters);
  const heartbeat = new Heartbeat(clock, limits.pingEveryMs, {
    dead: (connection) => closeDead(connection, metrics, close),
    turned() {
      closeUnauthorized(registry, clock.now(), close);
      for (const app of registry.apps()) closeUndecided(app, clock.now(), close);
    },
  });
  const broadcaster = new Broadcaster(cache, metrics, hooks);
  const addresses = new AddressLimit(clock, limits.socketsPerAddressPerMinuteMax, minuteMs);
  const addressSockets = socketsByAddress(limits.socketsPerAddressMax, remoteOccupancy, (entry) =>
    cluster.announceOccupancy(entry),
  );
  const cluster: Cluster = new Cluster(randomUUID(), options.bus, clock, {
    received: (node, message) => applyBusMessage(node, message, parts),
    ...forgetting(rosters, remoteOccupancy),
    snapshot: () => snapshotOf(registry, rosters, addressSockets),
    gap: countingGaps(options, metrics),
  });
  const frameParts = {
    registry,
    rosters,
    cache,
    limits,
    clientEventRates: new ClientEventRates(limits.clientEventsPerSecondMax),
    metrics,
    hooks,
    users,
    watchlists,
    close,
    broadcaster,
    cluster,
    clock,
  };
  const lifecycle: SocketLifecycle = new SocketLifecycle(frameParts, addresses, heartbeat, log);
  const parts = { ...frameParts, lifecycle, heartbeat, remoteOccupancy, addresses, addressSockets };
  cluster.start();
  return parts;
}

const socketsByAddress = (
  max: number,
  remote: RemoteOccupancy,
  announce: (entry: OccupancyEntry) => void,
): AddressSockets =>
  new AddressSockets(max, {
    elsewhere: (address) => remote.count(ofNoApp, address),
    announce: (address, subscriptions) => announce({ appId: ofNoApp, channel: address, subscriptions }),
  });

function countingGaps({ clock, log }: RealtimeOptions, metrics: RealtimeMetrics): ClusterListener["gap"] {
  const logGap = oncePerMinute<string>(clock, (count, node) =>
    log.warn({ node, count }, "messages of another process were lost"),
  );
  return (node) => {
    metrics.busGaps += 1;
    logGap(node);
  };
}

const forgetting = (
  rosters: PresenceRosters,
  remoteOccupancy: RemoteOccupancy,
): Pick<ClusterListener, "dropped" | "left"> => ({
  dropped(node, repeated) {
    rosters.dropNode(node, repeated);
    remoteOccupancy.dropNode(node);
  },
  left(node) {
    rosters.leaveNode(node);
    remoteOccupancy.dropNode(node);
  },
});

function closeDead(connection: Connection, metrics: RealtimeMetrics, close: CloseSocket): void {
  metrics.deadPeers += 1;
  close(connection, closeCodes.noPong, "No answer to a ping");
}

function reportChange(change: RosterChange, registry: ChannelRegistry, watchlists: Watchlists): void {
  const { kind, appId, channel, userId } = change;
  if (channel === usersRoster) {
    watchlists.changed(appId, userId, kind === "joining" ? "online" : "offline");
    return;
  }
  sendPresenceChange(registry, change);
}

/** Pusher's "authorized connections": who proves nothing in time is closed, where the app asks for it. */
function closeUnauthorized(registry: ChannelRegistry, nowMs: number, close: CloseSocket): void {
  for (const { app, unproven } of registry.apps()) {
    for (const connection of unproven) {
      if (nowMs - connection.openedAtMs < (app.authorizeWithinMs ?? 0)) break;
      unproven.delete(connection);
      close(connection, closeCodes.unauthorized, "The connection was not authorized in time", "unauthorized");
    }
  }
}
