/** Pings keep an idle link alive. */
const pingEveryMs = 2000;
/** A connection on which nothing passes for so long is replaced: TCP may take 15 minutes to notice that a machine is gone. */
const silentMsMax = 5000;
/** A Redis that takes commands and answers none must not fill the memory; what is beyond is lost, and shows as a gap. */
const waitingMax = 10_000;
const reconnectMaxMs = 2000;

/** How every connection to Redis behaves; what cannot leave fails at once. */
export const redisClientOptions = {
  disableOfflineQueue: true,
  pingInterval: pingEveryMs,
  commandsQueueMaxLength: waitingMax,
  socket: {
    socketTimeout: silentMsMax,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, reconnectMaxMs),
  },
};
