/** Every bound of the realtime server with its default and unit. Zero never means "no limit". */
export const defaultRealtimeLimits = {
  /** Bytes that may wait for one socket that does not read (LIVE-7). */
  bufferedBytesMax: 1024 * 1024,
  /**
   * A socket that was written less than this long ago gets its next broadcasts together, at the end of it (LIVE-9). A write costs
   * 10 to 15 us of CPU, so five a ms are a fifteenth of one core's time. A quarter second is still live.
   */
  broadcastPause: { shortestMs: 50, longestMs: 250, writesPerMsMax: 5 },
  /** Bytes of one incoming frame; more closes with 1009 (LIVE-7). */
  frameBytesMax: 64 * 1024,
  /** Subscriptions of one socket (LIVE-7). */
  subscriptionsMax: 100,
  /** Frames of one socket in one second before the rest is ignored (LIVE-7). */
  framesPerSecondMax: 150,
  /** Frames of a socket before it is authorized, at once and beyond that in one second; one more closes it (SEC-2). */
  // Enough for all subscriptions of a page that joins public channels first.
  unprovenFramesAtOnceMax: 110,
  unprovenFramesPerSecondMax: 10,
  /** Bytes of one of these frames, as of a subscription with its longest channel data; more closes it (SEC-2). */
  unprovenFrameBytesMax: 4096,
  /** Pings and pongs of one socket in one second; five times as many close it (SEC-2). */
  // One pong answers each of our pings (20 s); clients ping every few seconds, and a stalled network brings several at once.
  controlFramesPerSecondMax: 10,
  /** Pieces in which one frame may be sent; more closes with 1008 (SEC-2). */
  fragmentsMax: 64,
  /** Reads that one frame may take, as of 64 KiB in the smallest packets of a bad network; more closes with 1008 (SEC-2). */
  bufferedChunksMax: 256,
  /** Client events of one person in one second, in this process (LIVE-5). */
  clientEventsPerSecondMax: 10,
  /** Bytes of the data of one client event, as Pusher limits it. */
  clientEventBytesMax: 10 * 1024,
  /** Open sockets in this process; the next is refused with 4100 (LIVE-8). */
  socketsMax: 100_000,
  /** Open sockets of one person in all processes (LIM-1). */
  socketsPerUserMax: 20,
  /** New sockets of one address in one minute (LIM-1). */
  socketsPerAddressPerMinuteMax: 200,
  /** Open sockets of one address in all processes (SEC-2). */
  socketsPerAddressMax: 500,
  /** People on one presence channel. */
  presenceMembersMax: 1000,
  /** How long a person stays present after the last socket has gone (LIVE-6). */
  leaveGraceMs: 3000,
  /** How often each socket is pinged; a dead peer is found within twice this time (LIVE-6). */
  pingEveryMs: 20_000,
  /** Sent to the client, which pings by itself after this long without a frame. */
  activityTimeoutSeconds: 30,
  /** How long a closing socket may take before it is cut. */
  closeTimeoutMs: 3000,
};

/** The bounds that a server was given. */
export type RealtimeLimits = Readonly<typeof defaultRealtimeLimits>;

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
