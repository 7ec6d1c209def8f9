import type { Broadcaster } from "./broadcaster.ts";
import type { ChannelRegistry } from "./channel-registry.ts";
import type { Cluster } from "./cluster.ts";
import type { CloseSocket } from "./connection.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { RealtimeCounters } from "./counters.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import type { RealtimeOptions } from "./realtime-options.ts";
import type { SocketCounts } from "./socket-counts.ts";
import type { RecentTimes } from "../kernel/recent-times.ts";

export interface RealtimeParts extends Required<RealtimeOptions> {
  readonly metrics: RealtimeCounters;
  readonly registry: ChannelRegistry;
  readonly rosters: PresenceRosters;
  readonly heartbeat: Heartbeat;
  readonly broadcaster: Broadcaster;
  readonly cluster: Cluster;
  /** New sockets by address in the last minute, except those of known people. */
  readonly handshakes: RecentTimes;
  /** New sockets by person in the last minute. */
  readonly handshakesOfPeople: RecentTimes;
  /** Client events by person in the last second. */
  readonly clientEventRates: RecentTimes;
  readonly counts: SocketCounts;
  readonly close: CloseSocket;
}
