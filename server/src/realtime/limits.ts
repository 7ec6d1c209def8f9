/** Every limit of the realtime server. Zero never means "no limit". */
export const defaultRealtimeLimits = {
  /** Most bytes queued for a socket that does not read (LIVE-7). */
  bufferedBytesMax: 1024 * 1024,
  /** Interval between writes to a socket (LIVE-9). A write costs 10 to 15 us of CPU time; 250 ms still feel live. */
  broadcastPause: { shortestMs: 50, longestMs: 250, writesPerMsMax: 5 },
  /** Bytes per incoming frame; a longer one closes the socket with 1009 (LIVE-7). */
  frameBytesMax: 64 * 1024,
  /** Subscriptions per socket (LIVE-7). */
  subscriptionsMax: 100,
  /** Frames per socket per second; any others are ignored (LIVE-7). */
  framesPerSecondMax: 150,
  /**
   * Frames of a socket before authentication: at once, and per second after that. One more closes the socket (SEC-2).
   * This is enough for all subscriptions of a page that joins public channels first.
   */
  unprovenFramesAtOnceMax: 110,
  unprovenFramesPerSecondMax: 10,
  /** Bytes of a frame before authentication, enough for a subscription with the longest channel data; a longer one closes the socket (SEC-2). */
  unprovenFrameBytesMax: 4096,
  /**
   * Pings and pongs per socket per second; five times as many close it (SEC-2).
   * Each of our pings (every 20 s) gets a pong; clients ping every few seconds, and a stalled network delivers several at once.
   */
  controlFramesPerSecondMax: 10,
  /** Fragments per frame; more close the socket with 1008 (SEC-2). */
  fragmentsMax: 64,
  /** Reads per frame, enough for 64 KiB in the smallest packets of a bad network; more close the socket with 1008 (SEC-2). */
  bufferedChunksMax: 256,
  /** Client events per person per second, in this process (LIVE-5). */
  clientEventsPerSecondMax: 10,
  /** Pusher's limit on the data of a client event, bytes. */
  clientEventBytesMax: 10 * 1024,
  /** Open sockets in this process; the next is refused with 4100 (LIVE-8). */
  socketsMax: 100_000,
  /** Open sockets per person in all processes (LIM-1). */
  socketsPerUserMax: 20,
  /** New sockets per address per minute (LIM-1). */
  socketsPerAddressPerMinuteMax: 200,
  /** Open sockets per address in all processes (SEC-2). */
  socketsPerAddressMax: 500,
  presenceMembersMax: 1000,
  /** How long a person stays present after the last socket closes (LIVE-6). */
  leaveGraceMs: 3000,
  /** Ping interval per socket; a dead peer is found within twice this time (LIVE-6). */
  pingEveryMs: 20_000,
  /** Interval without frames after which clients send a ping; the server sends them this value. */
  activityTimeoutSeconds: 30,
  /** How long closing may take before the connection is cut. */
  closeTimeoutMs: 3000,
};

export type RealtimeLimits = Readonly<typeof defaultRealtimeLimits>;

/** Lifts the limits on rates and numbers of sockets, for benchmarks on loopback (`LIMITS=off`). */
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
