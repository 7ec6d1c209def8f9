import { createClient } from "@redis/client";
import { Compile } from "typebox/schema";
import { type Bus, type BusEnvelope, BusEnvelopeSchema } from "./bus.ts";
import { createBusSeal } from "./bus-seal.ts";
import type { Clock } from "../kernel/clock.ts";
import { parseJson } from "./json.ts";
import { oncePerMinute } from "../kernel/log.ts";
import { createOutageLog } from "../kernel/outage-log.ts";
import { redisClientOptions } from "../kernel/redis-options.ts";
import type { RealtimeLog } from "./realtime-options.ts";

const envelopes = Compile(BusEnvelopeSchema);

const closeMsMax = 1000;

/** After this time without responses, publishing pauses: the client notices a dead connection only while nothing is written to it. */
const answerMsMax = 2000;

const foreignMessages =
  "messages on the Redis bus were dropped: sent by another version, or signed with another secret?";

/** Servers with the same Redis and channel form one system. */
interface RedisBusOptions {
  readonly url: string;
  readonly channel: string;
  /** Known only to the processes of the system. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: RealtimeLog;
}

/**
 * Uses a single channel, which preserves each sender's order. Throws if Redis is unreachable at startup. Unsent messages are dropped: receivers
 * notice the gap.
 */
export async function connectRedisBus({ url, channel, secret, clock, log }: RedisBusOptions): Promise<Bus> {
  const seal = createBusSeal(secret);
  const publisher = createClient({ url, ...redisClientOptions });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const outage = createOutageLog({
    log,
    clock,
    begun: "the Redis bus is unreachable",
    over: "the Redis bus is reachable again",
  });
  const warn = (error: unknown): void => outage.note(error);
  for (const client of [publisher, subscriber]) {
    client.on("error", warn);
    client.on("ready", () => void (publisher.isReady && subscriber.isReady && outage.end()));
  }
  const countForeign = oncePerMinute(clock, (count) => log.error({ count }, foreignMessages));
  // The first connection is tried only once: with a wrong address, startup should fail instead of hanging.
  const failed = new Promise<never>((_resolve, reject) => publisher.once("error", reject));
  await Promise.race([publisher.connect(), failed]).catch((error: unknown) => {
    publisher.destroy();
    throw new Error(`Redis cannot be reached: ${String(error)}`, { cause: error });
  });
  await subscriber.connect();
  let handle: (envelope: BusEnvelope) => void = () => undefined;
  await subscriber.subscribe(channel, (text) => {
    const opened = seal.open(text);
    const envelope = opened === null ? undefined : parseJson(opened);
    if (envelopes.Check(envelope)) handle(envelope);
    else countForeign();
  });
  let unanswered = 0;
  let answeredAtMs = 0;
  const noteAnswer = (): void => void (answeredAtMs = clock.steadyMs());
  return {
    publish(envelope) {
      if (unanswered === 0) noteAnswer();
      if (clock.steadyMs() - answeredAtMs > answerMsMax) return warn(`no answer within ${answerMsMax} ms`);
      unanswered += 1;
      const answered = publisher.publish(channel, seal.seal(JSON.stringify(envelope))).catch(warn);
      void answered.then(() => {
        unanswered -= 1;
        noteAnswer();
      });
    },
    subscribe(handler) {
      handle = handler;
    },
    isReady: () => publisher.isReady && subscriber.isReady,
    async close() {
      const clients = [publisher, subscriber];
      const late = clock.setTimeout(() => {
        for (const client of clients) client.destroy();
      }, closeMsMax);
      await Promise.allSettled(clients.map((client) => client.close()));
      clock.clearTimeout(late);
    },
  };
}
