import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { createClient } from "@redis/client";
import { type Clock, endOfTick, withTimeout } from "./clock.ts";
import type { Log } from "./log.ts";
import { createOutageLog } from "./outage-log.ts";
import { redisClientOptions } from "./redis-options.ts";

/** Counts shared by all processes of a system (LIM-2). */
export type SharedCounts = Pick<RedisCounts, "run" | "close">;

/** Processes with the same Redis, prefix and secret form one system. */
interface SharedCountsOptions {
  readonly url: string;
  readonly prefix: string;
  /** Known only to the processes of the system. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** A call consults Redis at most twice (for its address, then its person), and waits at most 50 ms (LIM-2). */
const waitMsMax = 20;
/** A busy process runs timers before it reads the network, so the wait is split into steps that let it read before it gives up. */
const waitSteps = 4;
const stepMs = waitMsMax / waitSteps;
const probeEveryMs = 100;
/** Longest wait at startup; the bus has just connected to the same Redis. */
const connectMsMax = 1000;
/** Length of a sealed key, which has 132 bits. */
const sealedLength = 22;

/** Connects to Redis separately from the bus: commands wait for earlier ones, and the bus carries large messages. */
export async function connectSharedCounts(options: SharedCountsOptions): Promise<SharedCounts> {
  const counts = new RedisCounts(options);
  await withTimeout(counts.connect(), connectMsMax, options.clock);
  return counts;
}

class RedisCounts {
  readonly #clock: Clock;
  readonly #client;
  readonly #seal: (key: string) => string;
  readonly #outage;
  /** True after Redis responded late. Callers do not wait for it again until a probe succeeds in time. */
  #isLate = false;
  #isClosed = false;

  constructor({ url, prefix, secret, clock, log }: SharedCountsOptions) {
    this.#clock = clock;
    // Seals names and addresses, so that they can be neither read in Redis nor found by brute force.
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "cuplaj limits 1", 32)));
    this.#seal = (name) =>
      `${prefix}.${createHmac("sha256", key).update(name).digest("base64url").slice(0, sealedLength)}`;
    this.#outage = createOutageLog({
      ...{ log, clock },
      begun: "Redis does not count: each process applies limits on its own",
      over: "Redis counts again: limits apply across all processes",
    });
    this.#client = createClient({ url, ...redisClientOptions });
    this.#client.on("error", (error) => this.#note(error));
    this.#client.on("ready", () => this.#outage.end());
  }

  async connect(): Promise<void> {
    await this.#client.connect().catch((error: unknown) => this.#note(error));
  }

  /** Runs a Lua script and returns its integers; null within 20 ms if Redis is unavailable, hangs or refuses. Never rejects. */
  async run(script: string, keys: readonly string[], args: readonly number[]): Promise<readonly number[] | null> {
    if (this.#isLate || !this.#client.isReady) return null;
    const answered: { numbers?: readonly number[] | null } = {};
    const answer = this.#client.eval(script, { keys: keys.map(this.#seal), arguments: args.map(String) }).then(
      (numbers) => void (answered.numbers = Array.isArray(numbers) ? numbers.map(Number) : null),
      (error: unknown) => {
        answered.numbers = null;
        this.#note(error);
      },
    );
    for (let step = 0; step < waitSteps; step += 1) {
      await withTimeout(answer, stepMs, this.#clock);
      if (answered.numbers === undefined) await endOfTick();
      if (answered.numbers !== undefined) return answered.numbers;
    }
    this.#startProbing();
    return null;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#client.isOpen) this.#client.destroy();
  }

  #startProbing(): void {
    this.#note(`no answer within ${waitMsMax} ms`);
    if (!this.#isLate) this.#probeLater();
    this.#isLate = true;
  }

  #probeLater(): void {
    this.#clock.setTimeout(() => void this.#probe(), probeEveryMs);
  }

  /** Sends only one probe at a time, since the client notices a dead connection only if nothing is written to it. */
  async #probe(): Promise<void> {
    if (this.#isClosed) return;
    const askedAt = this.#clock.steadyMs();
    const isAnswered = this.#client.isReady && (await this.#client.ping().then(Boolean, () => false));
    this.#isLate = !isAnswered || this.#clock.steadyMs() - askedAt > waitMsMax;
    if (this.#isLate) this.#probeLater();
    else this.#outage.end();
  }

  #note(problem: unknown): void {
    if (!this.#isClosed) this.#outage.note(problem);
  }
}
