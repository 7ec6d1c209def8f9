/** Counters since the start and sizes of the moment, all at nought; the sizes are filled in where they are read. */
export function createCounters() {
  return {
    sockets: 0,
    subscriptions: 0,
    channels: 0,
    presenceMembers: 0,
    socketsOpened: 0,
    framesIn: 0,
    /** Websocket frames handed to sockets, of any kind. */
    framesOut: 0,
    broadcasts: 0,
    /** Broadcast frames handed to sockets. */
    deliveries: 0,
    closesByCode: {} as Record<string, number>,
    /** Handshakes that were refused before a websocket existed, by reason. */
    refusals: {} as Record<string, number>,
    authFailures: 0,
    clientEventsRelayed: 0,
    clientEventsRefused: 0,
    malformedFrames: 0,
    floodedFrames: 0,
    slowReaders: 0,
    deadPeers: 0,
    /** Times that messages between processes were lost. */
    busGaps: 0,
  };
}

/** Counters since the start and sizes of the moment, as one plain snapshot. */
export type RealtimeCounters = ReturnType<typeof createCounters>;

/** Adds one to a named counter. */
export function countBy(counters: Record<string, number>, name: string): void {
  counters[name] = (counters[name] ?? 0) + 1;
}
