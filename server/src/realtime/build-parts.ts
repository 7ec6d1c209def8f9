import { randomUUID } from "node:crypto";
import { oncePerMinute } from "../kernel/log.ts";
import { Broadcaster, sendPresenceChange } from "./broadcaster.ts";
import { applyBusMessage } from "./bus-messages.ts";
import { ChannelRegistry } from "./channel-registry.ts";
import { closeCodes } from "./close-codes.ts";
import { Cluster, type ClusterListener } from "./cluster.ts";
import type { CloseSocket } from "./connection.ts";
import { Heartbeat } from "./heartbeat.ts";
import { createCounters } from "./counters.ts";
import { closeUndecided } from "./pending-subscriptions.ts";
import { PresenceRosters, usersRoster } from "./presence-roster.ts";
import type { RealtimeOptions } from "./realtime-options.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { SocketCounts } from "./socket-counts.ts";
import { SocketLifecycle } from "./socket-lifecycle.ts";
import { RecentTimes } from "../kernel/recent-times.ts";

export function buildParts(options: RealtimeOptions): RealtimeParts & { readonly lifecycle: SocketLifecycle } {
  const { apps, clock, limits, hooks = {} } = options;
  const metrics = createCounters();
  const close: CloseSocket = (connection, code, message, limit) => lifecycle.close(connection, code, message, limit);
  const counts = new SocketCounts((entry) => parts.cluster.announceOccupancy(entry));
  const registry = new ChannelRegistry(apps, counts);
  const rosters = new PresenceRosters(clock, limits.leaveGraceMs, {
    announce: (entry) => parts.cluster.announceMember(entry),
    changed(change) {
      if (change.channel !== usersRoster) sendPresenceChange(registry, change);
    },
  });
  const parts: RealtimeParts = {
    ...options,
    hooks,
    metrics,
    close,
    counts,
    registry,
    rosters,
    heartbeat: new Heartbeat(
      clock,
      limits.pingEveryMs,
      (connection) => {
        metrics.deadPeers += 1;
        close(connection, closeCodes.noPong, "No answer to a ping");
      },
      () => closeOverdue(parts),
    ),
    broadcaster: new Broadcaster(metrics, hooks),
    cluster: new Cluster(
      randomUUID(),
      options.bus,
      clock,
      listenToCluster(() => parts, options),
    ),
    handshakes: new RecentTimes(60_000),
    handshakesOfPeople: new RecentTimes(60_000),
    clientEventRates: new RecentTimes(1000),
  };
  const lifecycle = new SocketLifecycle(parts);
  parts.cluster.start();
  return { ...parts, lifecycle };
}

function listenToCluster(parts: () => RealtimeParts, { clock, log }: RealtimeOptions): ClusterListener {
  const logGap = oncePerMinute<string>(clock, (count, node) =>
    log.warn({ node, count }, "messages from another process were lost"),
  );
  return {
    received: (node, message) => applyBusMessage(node, message, parts()),
    dropped(node, repeated) {
      parts().rosters.dropNode(node, repeated);
      parts().counts.dropNode(node);
    },
    left(node) {
      parts().rosters.leaveNode(node);
      parts().counts.dropNode(node);
    },
    snapshot: () => ({ members: [...parts().rosters.localEntries()], occupancy: parts().counts.ownEntries() }),
    gap(node) {
      parts().metrics.busGaps += 1;
      logGap(node);
    },
  };
}

/** Closes sockets that did not authenticate in time, if their app requires that, and sockets whose app did not decide in time. */
function closeOverdue({ registry, clock, close }: RealtimeParts): void {
  const nowMs = clock.steadyMs();
  for (const state of registry.apps()) {
    for (const connection of state.unproven) {
      if (nowMs - connection.openedAtMs < (state.app.authorizeWithinMs ?? 0)) break;
      state.unproven.delete(connection);
      close(connection, closeCodes.unauthorized, "The connection was not authorized in time", "unauthorized");
    }
    closeUndecided(state, nowMs, close);
  }
}
