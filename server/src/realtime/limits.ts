import type { BroadcastPauseLimits } from "./broadcast-pause.ts";

/** Every bound of the realtime server, each with its unit. Zero never means "no limit". */
export interface RealtimeLimits {
  /** Bytes that may wait for one socket that does not read (LIVE-7). */
  readonly bufferedBytesMax: number;
  /** A socket that was written less than this long ago gets its next broadcasts together, at the end of it (LIVE-9). */
  readonly broadcastPause: BroadcastPauseLimits;
  /** Bytes of one incoming frame; more closes with 1009 (LIVE-7). */
  readonly frameBytesMax: number;
  /** Subscriptions of one socket (LIVE-7). */
  readonly subscriptionsMax: number;
  /** Frames of one socket in one second before the rest is ignored (LIVE-7). */
  readonly framesPerSecondMax: number;
  /** Frames of a socket that has proved nobody, at once and beyond that in one second; one more closes it (SEC-2). */
  readonly unprovenFramesAtOnceMax: number;
  readonly unprovenFramesPerSecondMax: number;
  /** Bytes of one of these frames; more closes it (SEC-2). */
  readonly unprovenFrameBytesMax: number;
  /** Pings and pongs of one socket in one second; five times as many close it (SEC-2). */
  readonly controlFramesPerSecondMax: number;
  /** Pieces in which one frame may be sent; more closes with 1008 (SEC-2). */
  readonly fragmentsMax: number;
  /** Reads of the network that one frame may take to arrive; more closes with 1008 (SEC-2). */
  readonly bufferedChunksMax: number;
  /** Client events of one person in one second, in this process (LIVE-5). */
  readonly clientEventsPerSecondMax: number;
  /** Bytes of the data of one client event, as Pusher limits it. */
  readonly clientEventBytesMax: number;
  /** Open sockets in this process; the next is refused with 4100 (LIVE-8). */
  readonly socketsMax: number;
  /** Open sockets of one person in all processes (LIM-1). */
  readonly socketsPerUserMax: number;
  /** New sockets of one address in one minute (LIM-1). */
  readonly socketsPerAddressPerMinuteMax: number;
  /** Open sockets of one address in all processes (SEC-2). */
  readonly socketsPerAddressMax: number;
  /** People on one presence channel. */
  readonly presenceMembersMax: number;
  /** How long a person stays present after the last socket has gone (LIVE-6). */
  readonly leaveGraceMs: number;
  /** How often each socket is pinged; a dead peer is found within twice this time (LIVE-6). */
  readonly pingEveryMs: number;
  /** Told to the client: after this long without a frame it pings by itself. */
  readonly activityTimeoutSeconds: number;
  /** How long a closing socket may take before it is cut. */
  readonly closeTimeoutMs: number;
  /** How long a cache channel keeps its last event. */
  readonly cacheTtlMs: number;
  /** Events kept for cache channels, all apps together. */
  readonly cachedEventsMax: number;
}

/** The defaults; each figure's reason stands in the rule it serves. */
export const defaultRealtimeLimits: RealtimeLimits = {
  bufferedBytesMax: 1024 * 1024,
  // A write costs 10 to 15 us of CPU, so five a ms are a fifteenth of one core's time. A quarter second is still live.
  broadcastPause: { shortestMs: 50, longestMs: 250, writesPerMsMax: 5 },
  frameBytesMax: 64 * 1024,
  subscriptionsMax: 100,
  framesPerSecondMax: 150,
  // All subscriptions of a page that joins public channels first.
  unprovenFramesAtOnceMax: 110,
  unprovenFramesPerSecondMax: 10,
  // A subscription with its longest channel data.
  unprovenFrameBytesMax: 4096,
  // One pong answers each of our pings (20 s); clients ping every few seconds, and a stalled network brings several at once.
  controlFramesPerSecondMax: 10,
  fragmentsMax: 64,
  // 64 KiB in the smallest packets of a bad network.
  bufferedChunksMax: 256,
  clientEventsPerSecondMax: 10,
  clientEventBytesMax: 10 * 1024,
  socketsMax: 100_000,
  socketsPerUserMax: 20,
  socketsPerAddressPerMinuteMax: 200,
  socketsPerAddressMax: 500,
  presenceMembersMax: 1000,
  leaveGraceMs: 3000,
  pingEveryMs: 20_000,
  activityTimeoutSeconds: 30,
  closeTimeoutMs: 3000,
  cacheTtlMs: 30 * 60 * 1000,
  cachedEventsMax: 10_000,
};

/** The same bounds without those on rates and numbers of sockets, for benches on loopback (`LIMITS=off`). */
export function withoutRateLimits(limits: RealtimeLimits): RealtimeLimits {
  return {
    ...limits,
    framesPerSecondMax: Number.MAX_SAFE_INTEGER,
    controlFramesPerSecondMax: Number.MAX_SAFE_INTEGER,
    clientEventsPerSecondMax: Number.MAX_SAFE_INTEGER,
    socketsPerUserMax: Number.MAX_SAFE_INTEGER,
    socketsPerAddressPerMinuteMax: Number.MAX_SAFE_INTEGER,
    socketsPerAddressMax: Number.MAX_SAFE_INTEGER,
  };
}
