import { createClient } from "@redis/client";
import { Compile } from "typebox/compile";
import { type Bus, type BusEnvelope, BusEnvelopeSchema } from "./bus.ts";
import { parseJson } from "./json.ts";
import type { RealtimeLog } from "./realtime-server.ts";

const envelopes = Compile(BusEnvelopeSchema);

/** Pings keep an idle link alive, and find one that is broken. */
const pingEveryMs = 5000;
/** A Redis that takes and answers nothing must not fill the memory; what is more is lost, and shows as a gap. */
const waitingMax = 10_000;
const reconnectMaxMs = 2000;

/** Which Redis, and under which name; servers that share both are one system. */
export interface RedisBusOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: RealtimeLog;
}

/**
 * The bus by Redis pub/sub: one channel, so that the order per sender holds. Throws when Redis cannot be reached at the
 * start. Later losses are not queued: the receivers see the gap and ask for what they need.
 */
export async function connectRedisBus({ url, channel, log }: RedisBusOptions): Promise<Bus> {
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingEveryMs,
    commandsQueueMaxLength: waitingMax,
    socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, reconnectMaxMs) },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  let lastError = "";
  const warn = (error: unknown) => {
    const text = String(error);
    if (text !== lastError) log.warn({ err: text }, "the Redis bus has a problem");
    lastError = text;
  };
  publisher.on("error", warn);
  subscriber.on("error", warn);
  subscriber.on("ready", () => (lastError = ""));
  await connectOnce(publisher);
  await subscriber.connect();
  let handle: (envelope: BusEnvelope) => void = () => undefined;
  await subscriber.subscribe(channel, (text) => {
    const envelope = parseJson(text);
    if (envelopes.Check(envelope)) handle(envelope);
    else log.error({ length: text.length }, "a message on the Redis bus is none of ours");
  });
  return {
    publish(envelope) {
      publisher.publish(channel, JSON.stringify(envelope)).catch(warn);
    },
    subscribe(handler) {
      handle = handler;
    },
    isReady: () => publisher.isReady && subscriber.isReady,
    async close() {
      await Promise.allSettled([publisher.close(), subscriber.close()]);
    },
  };
}

interface ConnectingClient {
  connect(): Promise<unknown>;
  once(event: "error", listener: (error: unknown) => void): unknown;
  destroy(): void;
}

/** The first connection is tried once: a wrong address should stop the start, not hang it. */
async function connectOnce(client: ConnectingClient): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => client.once("error", reject));
  try {
    await Promise.race([client.connect(), failed]);
  } catch (error) {
    client.destroy();
    throw new Error(`Redis cannot be reached: ${String(error)}`, { cause: error });
  }
}
