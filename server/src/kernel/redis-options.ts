/** Keeps an idle connection alive. */
const pingEveryMs = 2000;
/** A silent connection is replaced after this time: TCP may take 15 minutes to notice a dead machine. */
const silentMsMax = 5000;
/** A Redis that accepts commands without responding must not fill memory. Excess commands are dropped, which others notice as a gap. */
const waitingMax = 10_000;
const reconnectMaxMs = 2000;

/** Options of every Redis connection; commands fail at once while it is disconnected. */
export const redisClientOptions = {
  disableOfflineQueue: true,
  pingInterval: pingEveryMs,
  commandsQueueMaxLength: waitingMax,
  socket: {
    socketTimeout: silentMsMax,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, reconnectMaxMs),
  },
};
