import type { LanguageCode, NotificationChoices, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Backlog } from "../storage/stored-waits.ts";

/** A member who may get an e-mail about a room. */
export interface MailJob {
  readonly participantId: number;
  readonly roomId: number;
  /** Includes the current attempt. */
  readonly attempts: number;
  /** Time since the first attempt, ms. */
  readonly triedMs: number;
}

export interface MailText {
  readonly author: string;
  readonly text: string;
  readonly file: {
    readonly id: string;
    readonly name: string;
    readonly storageId: string;
    readonly previewBytes: number | null;
  } | null;
}

/** The content of an e-mail, and the facts that decide whether it is sent. */
export interface MailFacts {
  readonly participantId: number;
  readonly roomId: number;
  /** The room's name. */
  readonly room: string;
  readonly address: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly language: LanguageCode;
  readonly notifications: NotificationChoices;
  /** Ordinal of the newest unread message. */
  readonly uptoOrdinal: number;
  /** Number of unread messages, and the newest of them, oldest first. */
  readonly total: number;
  readonly texts: readonly MailText[];
  /** Age of the oldest unread message after the newest shown push, ms; negative if the clock was set back. */
  readonly unreadMs: number;
  /** Time since the last e-mail about the room, ms; null before the first, or if the person has read something since. */
  readonly unansweredMs: number | null;
}

/** MAIL-1: e-mails that may be due, timed by the database's clock. */
export interface MailJobStore {
  /** Considers members with an address for unread messages of these rooms, or of all rooms active in the last day (null). */
  plan(roomIds: readonly number[] | null, delayMs: number): Promise<void>;
  /** Leases due jobs for `leaseMs`. */
  take(most: number, leaseMs: number): Promise<readonly MailJob[]>;
  /** Describes jobs, without those that need no e-mail any more. */
  describe(jobs: readonly MailJob[]): Promise<readonly MailFacts[]>;
  /** Ends a job without an e-mail. */
  drop(job: MailJob): Promise<void>;
  postpone(job: MailJob, waitMs: number, isFresh: boolean): Promise<void>;
  /** Records an e-mail; if newer messages have come since, the job stays. */
  finish(job: MailJob, uptoOrdinal: number, delayMs: number): Promise<void>;
  /** MAIL-8: records that the address does not work. */
  noteBounce(participantId: number): Promise<void>;
  addLink(
    link: { readonly hash: Buffer; readonly participantId: number; readonly roomId: number },
    msMax: number,
  ): Promise<void>;
  forgetLinks(): Promise<void>;
  backlog(): Promise<Backlog>;
}
