/** Counters since the start and sizes of now, as one plain snapshot. */
export interface RealtimeMetrics {
  sockets: number;
  subscriptions: number;
  channels: number;
  presenceMembers: number;
  socketsOpened: number;
  framesIn: number;
  /** Websocket frames handed to sockets, of any kind. */
  framesOut: number;
  broadcasts: number;
  /** Broadcast frames handed to sockets. */
  deliveries: number;
  closesByCode: Record<string, number>;
  /** Handshakes that were refused before a websocket existed, by reason. */
  refusals: Record<string, number>;
  authFailures: number;
  clientEventsRelayed: number;
  clientEventsRefused: number;
  malformedFrames: number;
  floodedFrames: number;
  slowReaders: number;
  deadPeers: number;
  /** Times that messages between processes were lost. */
  busGaps: number;
}

/** All counters at nought. */
export function createMetrics(): RealtimeMetrics {
  return {
    sockets: 0,
    subscriptions: 0,
    channels: 0,
    presenceMembers: 0,
    socketsOpened: 0,
    framesIn: 0,
    framesOut: 0,
    broadcasts: 0,
    deliveries: 0,
    closesByCode: {},
    refusals: {},
    authFailures: 0,
    clientEventsRelayed: 0,
    clientEventsRefused: 0,
    malformedFrames: 0,
    floodedFrames: 0,
    slowReaders: 0,
    deadPeers: 0,
    busGaps: 0,
  };
}

/** Adds one to a counter that is kept by name. */
export function countBy(counters: Record<string, number>, name: string): void {
  counters[name] = (counters[name] ?? 0) + 1;
}
