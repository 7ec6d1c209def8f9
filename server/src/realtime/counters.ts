/** Creates counters and gauges at zero. The gauges are filled in when they are read. */
export function createCounters() {
  return {
    sockets: 0,
    subscriptions: 0,
    channels: 0,
    presenceMembers: 0,
    socketsOpened: 0,
    framesIn: 0,
    /** Number of websocket frames of any kind. */
    framesOut: 0,
    broadcasts: 0,
    /** Number of broadcast frames passed to sockets. */
    deliveries: 0,
    closesByCode: {} as Record<string, number>,
    refusals: {} as Record<string, number>,
    authFailures: 0,
    clientEventsRelayed: 0,
    clientEventsRefused: 0,
    malformedFrames: 0,
    floodedFrames: 0,
    slowReaders: 0,
    deadPeers: 0,
    /** Number of gaps in the messages from other processes. */
    busGaps: 0,
  };
}

export type RealtimeCounters = ReturnType<typeof createCounters>;

export function countBy(counters: Record<string, number>, name: string): void {
  counters[name] = (counters[name] ?? 0) + 1;
}
