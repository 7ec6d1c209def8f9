import type { LanguageCode, NotificationChoices } from "@cuplaj/protocol/participant.ts";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Backlog } from "../storage/stored-waits.ts";

/** A push that waits: one for each subscription and room. */
export interface PushJob {
  readonly subscriptionId: number;
  readonly roomId: number;
  /** Up to which of the room's messages it is for. */
  readonly uptoOrdinal: number;
  /** This one included. */
  readonly attempts: number;
}

/** What a push is made from, as things are now. */
export interface PushFacts extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly subscriptionId: number;
  readonly roomId: number;
  /** Up to which of the room's messages they are; what was said since the push was planned is among them. */
  readonly uptoOrdinal: number;
  readonly origin: string;
  readonly offerId: number;
  readonly locale: LanguageCode;
  readonly notifications: NotificationChoices;
  /** Whether the person was brought into the room, and nothing was said since that is unread (PUSH-2). */
  readonly isBroughtIn: boolean;
  /** The newest message that is unread, or the entry by which they were brought in. */
  readonly messageSeq: number;
  /** When it was said (ms since the epoch). */
  readonly saidAtMs: number;
  readonly author: string;
  /** The beginning of its text, or its file's name: one character more than is shown where it goes on. */
  readonly excerpt: string;
  /** How long the oldest has been; below 0 where a clock was set back. */
  readonly unreadMs: number;
  /** What the person has unread in all rooms. */
  readonly badge: number;
}

/** What was seen of the rooms. */
export interface PlannedPushes {
  /** Rooms that were due. */
  readonly rooms: number;
  /** Rooms with messages that were not old enough. */
  readonly youngIds: readonly number[];
  /** Whether another process was at it. */
  readonly isElsewhere: boolean;
}

/** Pushes that wait, by the database's clock (decision 0038). */
export interface PushJobStore {
  /** What no browser has yet. */
  backlog(): Promise<Backlog>;
  /**
   * Finds those of the rooms (null: of all) with messages that are older than `delayMs` and were not looked at, at most `take`, and
   * stores a push for each subscription of each member who has unread messages there.
   */
  plan(roomIds: readonly number[] | null, delayMs: number, take: number): Promise<PlannedPushes>;
  /** Takes pushes that are due, none to these origins: nobody else gets them before `takenMs` have passed. */
  take(most: number, busyOrigins: readonly string[], takenMs: number): Promise<readonly PushJob[]>;
  /** What the pushes among these are made from that are still to be sent. */
  describe(jobs: readonly PushJob[]): Promise<readonly PushFacts[]>;
  /** They are done with, up to these messages; where more was said meanwhile, that is due. */
  finish(jobs: readonly PushJob[]): Promise<void>;
  /** They are due again later, or with a first attempt where `isFresh`. */
  postpone(waits: readonly PushWait[]): Promise<void>;
  endSubscriptions(ids: readonly number[]): Promise<void>;
}

export interface PushWait {
  readonly job: PushJob;
  readonly waitMs: number;
  readonly isFresh: boolean;
}
