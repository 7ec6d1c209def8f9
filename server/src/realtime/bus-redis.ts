import { createClient } from "@redis/client";
import { Compile } from "typebox/compile";
import { type Bus, type BusEnvelope, BusEnvelopeSchema } from "./bus.ts";
import { createBusSeal } from "./bus-seal.ts";
import type { Clock } from "../kernel/clock.ts";
import { parseJson } from "./json.ts";
import { oncePerMinute } from "../kernel/log.ts";
import { redisClientOptions } from "../kernel/redis-options.ts";
import type { RealtimeLog } from "./realtime-server.ts";

const envelopes = Compile(BusEnvelopeSchema);

/** What this process says comes back to it too; a Redis that brings nothing back for so long hangs. */
const echoMsMax = 2000;
/** Leaving waits no longer for a Redis that hangs. */
const closeMsMax = 1000;

const strangersTold =
  "messages on the Redis bus are none of ours and were dropped: of another version, or with another secret?";

/** Which Redis, and under which name; servers that share both are one system. */
export interface RedisBusOptions {
  readonly url: string;
  readonly channel: string;
  /** Known to all processes of the system and to nobody else. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: RealtimeLog;
}

/**
 * The bus by Redis pub/sub: one channel, so that the order per sender holds. Throws when Redis cannot be reached at the
 * start. What cannot leave is not queued: the receivers see the gap and ask for what they need. A Redis that hangs would take it
 * and tell it when it no longer holds, so it gets nothing until it brings back what it has or its connections are new.
 */
export async function connectRedisBus({ url, channel, secret, clock, log }: RedisBusOptions): Promise<Bus> {
  const seal = createBusSeal(secret);
  const publisher = createClient({ url, ...redisClientOptions });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const warn = oncePerMinute<unknown>(clock, (count, error) =>
    log.warn({ count, err: String(error) }, "the Redis bus has a problem"),
  );
  publisher.on("error", warn);
  subscriber.on("error", warn);
  const echo = new Echo(clock);
  // SEC-10: what none of our processes said is dropped.
  const countForeign = oncePerMinute(clock, (count) => log.error({ count }, strangersTold));
  publisher.on("ready", () => echo.forget());
  subscriber.on("ready", () => echo.forget());
  await connectOnce(publisher);
  await subscriber.connect();
  let handle: (envelope: BusEnvelope) => void = () => undefined;
  await subscriber.subscribe(channel, (text) => {
    const opened = seal.open(text);
    const envelope = opened === null ? undefined : parseJson(opened);
    if (envelopes.Check(envelope)) {
      echo.heard(envelope);
      handle(envelope);
      return;
    }
    countForeign();
  });
  return {
    publish(envelope) {
      if (echo.say(envelope)) publisher.publish(channel, seal.seal(JSON.stringify(envelope))).catch(warn);
    },
    subscribe(handler) {
      handle = handler;
    },
    isReady: () => publisher.isReady && subscriber.isReady && !echo.isLate(),
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

/** Whether what this process says comes back. */
class Echo {
  readonly #clock: Pick<Clock, "now">;
  #node = "";
  #said = 0;
  #heard = 0;
  #waitingSinceMs = 0;
  #triedAtMs = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** False where nothing may be said now. */
  say({ node, number }: BusEnvelope): boolean {
    const now = this.#clock.now();
    // Something is said every 1.25 s: after a longer pause this process itself stood still, and has yet to read what came back.
    const stoodStill = now - this.#triedAtMs > echoMsMax;
    this.#triedAtMs = now;
    if (this.#heard === this.#said || stoodStill) this.#waitingSinceMs = now;
    if (this.isLate()) return false;
    this.#node = node;
    this.#said = number;
    return true;
  }

  heard({ node, number }: BusEnvelope): void {
    if (node !== this.#node || number <= this.#heard) return;
    this.#heard = number;
    this.#waitingSinceMs = this.#clock.now();
  }

  /** What was said over a connection that is gone does not come back. */
  forget(): void {
    this.#heard = this.#said;
  }

  isLate(): boolean {
    return this.#heard !== this.#said && this.#clock.now() - this.#waitingSinceMs > echoMsMax;
  }
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
