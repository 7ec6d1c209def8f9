import { isQuiet } from "@cuplaj/protocol/quiet-hours.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { Rounds } from "../kernel/rounds.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import { composePayload } from "./compose-payload.ts";
import type { PushFacts, PushJob, PushJobStore } from "./jobs.ts";
import type { DeliverPush, Pushed } from "./push.ts";
import { PushPlanner } from "./push-planner.ts";
import { PushesUnderWay } from "./pushes-under-way.ts";
import { retryWaitMs, type Verdict, verdictOf } from "./rules.ts";
import { SentPushes } from "./sent-pushes.ts";

interface PushSenderParts {
  readonly store: PushJobStore;
  readonly deliver: DeliverPush;
  readonly activeRooms: Pick<ActiveRooms, "watch">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
  /** How long a message remains unread before it is pushed. */
  readonly delayMs: number;
  readonly chance: () => number;
  readonly countResult: (verdict: Verdict) => void;
}

const lookEveryMs = 1000;
/** Duration of a lease; longer than sending takes. */
const takenMs = 30_000;
/** Results are stored once there are this many, or after this time. */
const [gatherMax, gatherMs] = [64, 50];
const lastAnswersMs = 700;

/**
 * Sends pushes (PUSH-2). Every second, polls the database for rooms to plan and for due pushes, so that a crash between commit and push loses nothing
 * (decision 0038).
 */
export class PushSender {
  readonly #parts: PushSenderParts;
  readonly #logFailure: (failure: object) => void;
  readonly #rounds: Rounds;
  readonly #planner: PushPlanner;
  readonly #underWay = new PushesUnderWay();
  readonly #sent: SentPushes;
  #isGathering = false;
  #ended = 0;
  #mayBeMore = true;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
    const failure = "a push could not be sent";
    this.#rounds = new Rounds({ ...parts, work: () => this.#lookAgain(), everyMs: lookEveryMs, failure });
    this.#planner = new PushPlanner(parts);
    parts.activeRooms.watch((rooms) => this.#planner.note(rooms));
    this.#sent = new SentPushes(parts.store);
    this.#logFailure = oncePerMinute<object>(parts.clock, (count, cause) =>
      parts.log.warn({ count, ...cause }, failure),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  /** Waits briefly for pushes in progress; other processes send all remaining ones. */
  async stop(): Promise<void> {
    await withTimeout(this.#end(), lastAnswersMs, this.#parts.clock);
  }

  async #end(): Promise<void> {
    await this.#rounds.stop();
    await this.#underWay.ended();
    await this.#rounds.attempt(() => this.#sent.write());
  }

  /** Returns true if there is more to do immediately. If the database is down, leases expire and their pushes become due again. */
  async #lookAgain(): Promise<boolean> {
    this.#ended = 0;
    await this.#sent.write();
    if (this.#rounds.isStopped()) return false;
    const isBehind = await this.#planner.plan();
    if (isBehind !== null) this.#mayBeMore = true;
    return (await this.#sendSome()) || isBehind === true;
  }

  async #sendSome(): Promise<boolean> {
    const free = this.#underWay.free();
    if (!this.#mayBeMore || free <= 0) return false;
    const jobs = await this.#parts.store.take(free, this.#underWay.fullOrigins(), takenMs);
    this.#mayBeMore = jobs.length === free;
    if (jobs.length === 0) return false;
    const facts = new Map((await this.#parts.store.describe(jobs)).map((each) => [keyOf(each), each]));
    for (const job of jobs) this.#begin(job, facts.get(keyOf(job)));
    return this.#mayBeMore;
  }

  /** Starts a push; drops it if it is read or quiet, and postpones it if it has not been unread long enough (WAIT-1a). */
  #begin(taken: PushJob, facts: PushFacts | undefined): void {
    const { clock, delayMs } = this.#parts;
    const job = { ...taken, ...(facts !== undefined && { uptoOrdinal: facts.uptoOrdinal }) };
    if (facts === undefined || isQuietFor(facts, clock.now())) this.#sent.finish(job);
    else if (Math.abs(facts.unreadMs) < delayMs)
      this.#sent.postpone({ job, waitMs: delayMs - facts.unreadMs, isFresh: true });
    else this.#underWay.add(facts.origin, this.#deliver(job, facts));
  }

  async #deliver(job: PushJob, facts: PushFacts): Promise<void> {
    const { endpoint, keys, origin } = facts;
    const pushed = await this.#parts.deliver({ endpoint, keys, payload: composePayload(facts) });
    this.#note(job, pushed, origin);
    this.#mayBeMore = true;
    this.#wakeSoon();
  }

  /** Wakes the loop early enough that the running pushes keep the thread busy. */
  #wakeSoon(): void {
    this.#ended += 1;
    if (this.#ended === gatherMax) this.#rounds.wake();
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#parts.clock.setTimeout(() => {
      this.#isGathering = false;
      if (this.#ended > 0) this.#rounds.wake();
    }, gatherMs);
  }

  #note(job: PushJob, pushed: Pushed, origin: string): void {
    const verdict = "failure" in pushed ? "again" : verdictOf(pushed.status);
    this.#parts.countResult(verdict);
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
}

/** PUSH-4: whether it is quiet now, or was when the message was written. */
const isQuietFor = ({ notifications: { quiet }, saidAtMs }: PushFacts, nowMs: number): boolean =>
  isQuiet(quiet, nowMs) || isQuiet(quiet, saidAtMs);

const keyOf = ({ subscriptionId, roomId }: Pick<PushJob, "subscriptionId" | "roomId">): string =>
  `${subscriptionId} ${roomId}`;
