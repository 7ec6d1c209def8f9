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

/** Longest time that leaving waits for a Redis that hangs. */
const closeMsMax = 1000;

/** A publisher whose answers stay away for longer sends nothing: its client notices a dead connection only while nothing is written to it. */
const answerMsMax = 2000;

const foreignMessages =
  "messages on the Redis bus are none of ours and were dropped: of another version, or with another secret?";

/** Which Redis, and under which name; servers that share both are one system. */
interface RedisBusOptions {
  readonly url: string;
  readonly channel: string;
  /** Known to all processes of the system and to nobody else. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: RealtimeLog;
}

/**
 * The bus by Redis pub/sub: one channel, so that the order per sender holds. Throws when Redis cannot be reached at the
 * start. What cannot leave is not queued: the receivers see the gap and ask for what they need.
 */
export async function connectRedisBus({ url, channel, secret, clock, log }: RedisBusOptions): Promise<Bus> {
  const seal = createBusSeal(secret);
  const publisher = createClient({ url, ...redisClientOptions });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const outage = createOutageLog({ log, clock, begun: "the Redis bus is away", over: "the Redis bus is back" });
  const warn = (error: unknown): void => outage.note(error);
  for (const client of [publisher, subscriber]) {
    client.on("error", warn);
    client.on("ready", () => void (publisher.isReady && subscriber.isReady && outage.end()));
  }
  // SEC-10: what none of our processes sent is dropped.
  const countForeign = oncePerMinute(clock, (count) => log.error({ count }, foreignMessages));
  // The first connection is tried once: a wrong address should stop the start, not hang it.
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
