import type { OwnMail } from "@cuplaj/protocol/mail.ts";

/** A link that confirms an address; times in ms since the epoch. */
interface Confirmation {
  readonly hash: Buffer;
  readonly address: string;
  readonly expiresAt: number;
}

/** Addresses of people, and the links of e-mails. */
export interface MailStore {
  findOwn(participantId: number): Promise<OwnMail & { readonly confirmExpiresAt: number | null }>;
  /** Stores an address that waits for its confirmation, in place of an earlier one. */
  await(participantId: number, confirmation: Confirmation): Promise<void>;
  /** Forgets an address that waits for its confirmation. */
  withdraw(participantId: number): Promise<void>;
  remove(participantId: number): Promise<void>;
  choose(participantId: number, isWanted: boolean): Promise<void>;
  /** Uses up a link, and returns the confirmed address; null if it is unknown, used or expired. */
  confirm(hash: Buffer, now: number): Promise<string | null>;
  /** Uses up a link, and opens its session of one room; returns who it belongs to. Null if it has ended, or the person may not read the room. */
  openLink(
    hash: Buffer,
    session: { readonly hash: Buffer; readonly userAgent: string | null },
    now: number,
  ): Promise<number | null>;
  /** Records that pushes about messages of a room up to `seq` were shown to a member. */
  noteShown(participantId: number, roomName: string, seq: number): Promise<void>;
}
