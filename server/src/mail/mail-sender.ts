import { isQuiet } from "@cuplaj/protocol/quiet-hours.ts";
import type { Clock } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { Rounds } from "../kernel/rounds.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import type { MailFacts, MailJob, MailJobStore } from "./jobs.ts";
import { busyWaitMs, type MailResult, resultOf, retryWaitMs, triedMsMax, unansweredPauseMs } from "./rules.ts";

interface MailSenderParts {
  readonly store: MailJobStore;
  /** Composes and sends an e-mail; rejects if the relay does not take it. */
  readonly send: (facts: MailFacts) => Promise<void>;
  /** Whether the person has a live connection to any process. */
  readonly isOnline: (participantId: number, room: string) => boolean;
  readonly activeRooms: Pick<ActiveRooms, "watch">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
  /** How long a message stays unread before it is mailed. */
  readonly delayMs: number;
  readonly countResult: (result: MailResult) => void;
}

const lookEveryMs = 5000;
const takenMax = 20;
/** Longer than the relay's time limits, so that no other process takes a job that is being sent. */
const leaseMs = 5 * 60_000;

/**
 * Sends e-mails about unread messages (MAIL-1). Finds by level who is to get one, so that a crash loses none; after a crash between relay and
 * database an e-mail goes out twice, with the same Message-ID (decision 0057).
 */
export class MailSender {
  readonly #parts: MailSenderParts;
  readonly #rounds: Rounds;
  readonly #logFailure: (failure: object) => void;
  /** Rooms that may have unplanned messages; null means all of the last day, as at startup. */
  #roomIds: Set<number> | null = null;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
    const failure = "an e-mail could not be sent";
    this.#rounds = new Rounds({ ...parts, work: (ending) => this.#round(ending), everyMs: lookEveryMs, failure });
    this.#logFailure = oncePerMinute<object>(parts.clock, (count, cause) =>
      parts.log.warn({ count, ...cause }, failure),
    );
    parts.activeRooms.watch((rooms) => {
      for (const { id } of rooms) this.#roomIds?.add(id);
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #round(ending: AbortSignal): Promise<boolean> {
    const { store, delayMs } = this.#parts;
    const planned = this.#roomIds;
    this.#roomIds = new Set();
    try {
      await store.plan(planned === null ? null : [...planned], delayMs);
    } catch (error) {
      this.#roomIds = planned === null ? null : new Set([...planned, ...this.#roomIds]);
      throw error;
    }
    if (ending.aborted) return false;
    const jobs = await store.take(takenMax, leaseMs);
    if (jobs.length === 0) return false;
    const facts = new Map((await store.describe(jobs)).map((each) => [`${each.participantId} ${each.roomId}`, each]));
    await Promise.all(
      jobs.map((job) => this.#rounds.attempt(() => this.#begin(job, facts.get(`${job.participantId} ${job.roomId}`)))),
    );
    return jobs.length === takenMax;
  }

  async #begin(job: MailJob, facts: MailFacts | undefined): Promise<void> {
    const { store, clock, delayMs, isOnline } = this.#parts;
    if (facts === undefined) await store.drop(job);
    else if (Math.abs(facts.unreadMs) < delayMs) await store.postpone(job, delayMs - facts.unreadMs, true);
    else if (facts.unansweredMs !== null && Math.abs(facts.unansweredMs) < unansweredPauseMs)
      await store.postpone(job, unansweredPauseMs - facts.unansweredMs, true);
    else if (isOnline(facts.participantId, facts.room) || isQuiet(facts.notifications.quiet, clock.now()))
      await store.postpone(job, Math.min(busyWaitMs, delayMs), true);
    else await this.#send(job, facts);
  }

  async #send(job: MailJob, facts: MailFacts): Promise<void> {
    const { store, send, delayMs, countResult } = this.#parts;
    try {
      await send(facts);
    } catch (error) {
      const result = resultOf(error);
      countResult(result);
      this.#logFailure({ attempts: job.attempts, result, reason: reasonOf(error) });
      if (result === "bounced") await store.noteBounce(facts.participantId);
      if (result === "again" && job.triedMs < triedMsMax) await store.postpone(job, retryWaitMs(job.attempts), false);
      else await store.drop(job);
      return;
    }
    countResult("sent");
    await store.finish(job, facts.uptoOrdinal, delayMs);
  }
}
