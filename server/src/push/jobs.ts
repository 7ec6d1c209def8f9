import type { LanguageCode, NotificationChoices } from "@cuplaj/protocol/participant.ts";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Backlog } from "../storage/stored-waits.ts";

/** A waiting push; at most one per subscription and room. */
export interface PushJob {
  readonly subscriptionId: number;
  readonly roomId: number;
  /** The ordinal of the newest message that the push covers. */
  readonly uptoOrdinal: number;
  /** Includes the current attempt. */
  readonly attempts: number;
}

export interface PushFacts extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly subscriptionId: number;
  readonly roomId: number;
  /** The newest message covered, including messages since the plan. */
  readonly uptoOrdinal: number;
  readonly origin: string;
  /** The room's name. */
  readonly name: string;
  readonly locale: LanguageCode;
  readonly notifications: NotificationChoices;
  /** Whether the person was brought in and has had no unread message since (PUSH-2). */
  readonly isBroughtIn: boolean;
  /** `seq` of the newest unread message, or of the entry that brought them in. */
  readonly messageSeq: number;
  /** Time of the message or entry, in ms since the epoch. */
  readonly saidAtMs: number;
  readonly author: string;
  /** The beginning of the text, or the file's name. If it continues, it is one character longer than what is shown. */
  readonly excerpt: string;
  /** Age of the oldest unread message; negative if the clock was set back. */
  readonly unreadMs: number;
  readonly badge: number;
}

export interface PlannedPushes {
  readonly rooms: number;
  readonly youngIds: readonly number[];
  /** Whether another process is planning. */
  readonly isElsewhere: boolean;
}

/** Waiting pushes, timed by the database's clock (decision 0038). */
export interface PushJobStore {
  backlog(): Promise<Backlog>;
  /**
   * Plans pushes for at most `take` of these rooms (null for any) that have unplanned messages older than `delayMs`: stores one push per subscription
   * of each member with unread messages.
   */
  plan(roomIds: readonly number[] | null, delayMs: number, take: number): Promise<PlannedPushes>;
  /** Leases due pushes for `takenMs`, except those to `busyOrigins`. */
  take(most: number, busyOrigins: readonly string[], takenMs: number): Promise<readonly PushJob[]>;
  /** Describes pushes, without those that no longer need to be sent. */
  describe(jobs: readonly PushJob[]): Promise<readonly PushFacts[]>;
  /** Completes pushes up to the message they cover; if newer messages exist, the push becomes due again. */
  finish(jobs: readonly PushJob[]): Promise<void>;
  /** Postpones pushes; `isFresh` resets their attempts. */
  postpone(waits: readonly PushWait[]): Promise<void>;
  endSubscriptions(ids: readonly number[]): Promise<void>;
}

export interface PushWait {
  readonly job: PushJob;
  readonly waitMs: number;
  readonly isFresh: boolean;
}
