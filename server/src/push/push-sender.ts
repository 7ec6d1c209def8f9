import { isQuiet } from "@cuplaj/protocol/quiet-hours.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { composePayload } from "./compose-payload.ts";
import type { PushFacts, PushJob, PushJobStore } from "./jobs.ts";
import type { DeliverPush, Pushed } from "./push.ts";
import { retryWaitMs, verdictOf } from "./rules.ts";
import { SentPushes } from "./sent-pushes.ts";

interface PushSenderParts {
  readonly store: PushJobStore;
  readonly deliver: DeliverPush;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  /** How long a message is unread before it is pushed. */
  readonly delayMs: number;
  /** From 0 to 1. */
  readonly chance: () => number;
}

const lookEveryMs = 1000;
/** Rooms that are planned for at a time. */
const roomsMax = 200;
/** PUSH-6c: pushes that are under way at once, and of these to one push service: so many that the thread never waits for the database. */
const [pushesMax, pushesToOneMax] = [512, 256];
/** Longer than a push and what belongs to it may take. */
const takenMs = 30_000;
/** What came of pushes is written down for many at once. */
const gatherMs = 50;
/** How much later than it was begun a message may be committed. */
const lateCommitMs = 100_000;
/** RUN-5: leaving has little time. */
const lastAnswersMs = 700;

/**
 * Sends pushes (PUSH-2): asks the database every second which rooms have messages that nobody looked at yet, and which pushes are due, so
 * that nothing is lost by whatever ends between a message's commit and its push (decision 0038).
 */
export class PushSender {
  readonly #parts: PushSenderParts;
  readonly #logFailure: (failure: object) => void;
  readonly #sent: SentPushes;
  readonly #deliveries = new Set<Promise<void>>();
  /** How many of them are to which push service. */
  readonly #underWay = new Map<string, number>();
  #running: Promise<void> | null = null;
  #isStopped = false;
  #wake: () => void = () => undefined;
  #isGathering = false;
  /** Up to when, by the database's clock, all rooms were looked at; the first look is at all of them. */
  #levelAtMs = 0;
  #planAtMs = 0;
  #mayBeMore = true;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
    this.#sent = new SentPushes(parts.store);
    this.#logFailure = oncePerMinute<object>(parts.clock, (count, failure) =>
      parts.log.warn({ count, ...failure }, "a push could not be sent"),
    );
  }

  /** Sends from now on. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Gives what is under way a moment; whoever starts next sends the rest. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await withTimeout(this.#ended(), lastAnswersMs, this.#parts.clock);
  }

  async #ended(): Promise<void> {
    await Promise.all(this.#deliveries);
    await this.#running;
    await this.#attempt();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const isMore = await this.#attempt();
      if (!isMore) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#isStopped) return;
    const { clock } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = clock.setTimeout(resolve, lookEveryMs);
    await promise;
    clock.clearTimeout(timer);
  }

  /** Whether there is more to do at once. */
  async #attempt(): Promise<boolean> {
    try {
      await this.#sent.write();
      if (this.#isStopped) return false;
      const isBehind = await this.#plan();
      return (await this.#sendSome()) || isBehind;
    } catch (error) {
      // The database is away: what was taken is due again when its time is over.
      this.#logFailure({ reason: reasonOf(error) });
      return false;
    }
  }

  async #plan(): Promise<boolean> {
    const { store, clock, delayMs } = this.#parts;
    if (clock.now() < this.#planAtMs) return false;
    const sinceMs = Math.max(0, this.#levelAtMs - delayMs - lateCommitMs);
    const { rooms, isElsewhere, atMs } = await store.plan(sinceMs, delayMs, roomsMax);
    this.#mayBeMore = true;
    if (rooms === roomsMax) return true;
    if (!isElsewhere) this.#levelAtMs = atMs;
    this.#planAtMs = clock.now() + lookEveryMs;
    return false;
  }

  /** Begins pushes that are due, as many as may be under way. */
  async #sendSome(): Promise<boolean> {
    const busy = [...this.#underWay].filter(([, pushes]) => pushes >= pushesToOneMax).map(([origin]) => origin);
    // All of them may be to the service that has least left.
    const others = [...this.#underWay.values()].filter((pushes) => pushes < pushesToOneMax);
    const free = Math.min(pushesToOneMax - Math.max(0, ...others), pushesMax - this.#deliveries.size);
    if (!this.#mayBeMore || free <= 0) return false;
    const jobs = await this.#parts.store.take(free, busy, takenMs);
    this.#mayBeMore = jobs.length === free;
    if (jobs.length === 0) return false;
    const facts = new Map((await this.#parts.store.describe(jobs)).map((each) => [keyOf(each), each]));
    for (const job of jobs) this.#begin(job, facts.get(keyOf(job)));
    return this.#mayBeMore;
  }

  /** Nothing is pushed that was read meanwhile, or is not to be pushed now; what is unread for a shorter time waits for it. */
  #begin(job: PushJob, facts: PushFacts | undefined): void {
    const { clock, delayMs } = this.#parts;
    if (facts === undefined || isQuiet(facts.notifications.quiet, clock.now())) this.#sent.finish(job);
    else if (facts.unreadMs < delayMs) this.#sent.postpone({ job, waitMs: delayMs - facts.unreadMs, isFresh: true });
    else {
      this.#count(facts.origin, 1);
      const delivery = this.#deliver(job, facts).finally(() => this.#deliveries.delete(delivery));
      this.#deliveries.add(delivery);
    }
  }

  async #deliver(job: PushJob, facts: PushFacts): Promise<void> {
    const { endpoint, keys, origin } = facts;
    const pushed = await this.#parts.deliver({ endpoint, keys, payload: composePayload(facts) });
    this.#count(origin, -1);
    this.#note(job, pushed, origin);
    this.#mayBeMore = true;
    this.#wakeSoon();
  }

  #wakeSoon(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#parts.clock.setTimeout(() => {
      this.#isGathering = false;
      this.#wake();
    }, gatherMs);
  }

  #note(job: PushJob, pushed: Pushed, origin: string): void {
    const verdict = "failure" in pushed ? "again" : verdictOf(pushed.status);
    if (verdict === "gone") this.#sent.endSubscription(job.subscriptionId);
    else if (verdict === "again") {
      const askedMs = "failure" in pushed ? 0 : pushed.retryAfterMs;
      const waitMs = retryWaitMs(job.attempts, this.#parts.chance(), askedMs);
      this.#sent.postpone({ job, waitMs, isFresh: false });
    } else this.#sent.finish(job);
    if (verdict === "again" || verdict === "given-up") {
      const reason = "failure" in pushed ? pushed.failure : `status ${pushed.status}`;
      this.#logFailure({ origin, attempts: job.attempts, reason });
    }
  }

  #count(origin: string, more: number): void {
    const pushes = (this.#underWay.get(origin) ?? 0) + more;
    if (pushes > 0) this.#underWay.set(origin, pushes);
    else this.#underWay.delete(origin);
  }
}

const keyOf = ({ subscriptionId, roomId }: Pick<PushJob, "subscriptionId" | "roomId">): string =>
  `${subscriptionId} ${roomId}`;
