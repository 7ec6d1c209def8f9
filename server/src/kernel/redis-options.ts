const pingEveryMs = 2000;
/** A connection that is silent this long is replaced: TCP may take 15 minutes to notice a dead machine. */
const silentMsMax = 5000;
/** Bounds memory if Redis accepts commands without responding. Excess commands are dropped, which receivers notice as a gap. */
const waitingMax = 10_000;
const reconnectMaxMs = 2000;

/** Options of every Redis connection; commands fail immediately while it is disconnected. */
export const redisClientOptions = {
  disableOfflineQueue: true,
  pingInterval: pingEveryMs,
  commandsQueueMaxLength: waitingMax,
  socket: {
    socketTimeout: silentMsMax,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, reconnectMaxMs),
  },
};
