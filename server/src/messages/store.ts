import type { Member } from "@cuplaj/protocol/participant.ts";
import type { LogEntry } from "../rooms/log-rules.ts";
import type { OrdinalRange } from "../rooms/rules.ts";
import type { StoredFile } from "./file-rules.ts";
import type { StoredMessage } from "./rules.ts";

/** A message on its way into a room. */
export interface NewMessage {
  readonly roomId: number;
  readonly author: Member;
  readonly text: string;
  readonly clientId: string | null;
  /** A stored file that no message has yet. A send is rejected whose file was removed meanwhile. */
  readonly file?: StoredFile | null;
  /** The `seq` of the message of the room that it replies to (MSG-8). */
  readonly replyToSeq?: number | null;
}

/**
 * The outcome of a send: stored with the next `seq`; there already under its `clientId`, in a room that the author is
 * in or has left (MSG-2c); the author is no member; or other processes changed its room each time that it was tried.
 */
export type Publication =
  | { readonly kind: "stored"; readonly message: StoredMessage; readonly membersSeq: number }
  | { readonly kind: "repeated"; readonly message: StoredMessage }
  | { readonly kind: "left" }
  | { readonly kind: "not-member" }
  | { readonly kind: "contended" };

/** The outcome of a send whose `client_id` is there already. */
export type SentBefore = Extract<Publication, { kind: "repeated" | "left" }>;

/** The outcome of one send of a batch, or the store's failure. */
export type SettledPublication = PromiseSettledResult<Publication>;

/** Where in a room's log to read from, within what the reader's view of the room holds (`lastSeq`). */
interface SeqRange {
  readonly from: "after" | "before";
  readonly seq: number;
  readonly lastSeq: number;
}

/** Messages of rooms, with the actions that they name to whoever reads. Reading a page costs the same wherever it lies (ROOM-4). */
export interface MessageStore {
  /**
   * Stores messages, events, room heads and the authors' read markers, in order and in one commit (WRITE-1), of those authors
   * who are members in it; answers for each in the same order. A message that cannot be stored fails alone (WRITE-1); where the
   * database is away all of them fail, and may have been committed.
   */
  publish(messages: readonly NewMessage[], timestamp: string): Promise<readonly SettledPublication[]>;
  /** What an earlier send of the same author stored, as publishing it again would answer it; null where there was none. */
  findSent(send: NewMessage): Promise<SentBefore | null>;
  /** The messages with these ordinals, oldest first. */
  listByOrdinal(roomId: number, range: OrdinalRange, readerId: number): Promise<readonly StoredMessage[]>;
  /** The nearest `take` messages after a seq, or up to (and with) the one before it, oldest first. */
  listBySeq(roomId: number, range: SeqRange, take: number, readerId: number): Promise<readonly StoredMessage[]>;
  /** One message of each room, by its ordinal there. */
  listEach(wanted: readonly { roomId: number; ordinal: number }[], readerId: number): Promise<readonly StoredMessage[]>;
  /** Where in a room's log a message stands; null where the room has none of this id. */
  findSeq(roomId: number, messageId: number): Promise<number | null>;
  /** One message of a room; null where the room has none of this id. `readerId` is null for everyone at once. */
  find(roomId: number, messageId: number, readerId: number | null): Promise<StoredMessage | null>;
  /** Those of a room that have a file, oldest first, cut from the newest, and how many there are. */
  listWithFile(
    roomId: number,
    cut: { readonly skip: number; readonly take: number },
    readerId: number,
  ): Promise<{ readonly messages: readonly StoredMessage[]; readonly total: number }>;
}

/** Lines that a page counts instead of naming, between two messages: the newest's `seq`, and how many of each kind (MSG-9a). */
export interface CountedLines {
  readonly seq: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** The quiet lines of a page, oldest first, how many more it has, and where (MSG-9). */
interface PageLines {
  readonly lines: readonly LogEntry[];
  readonly leftOut: number;
  readonly between: readonly CountedLines[];
}

/** A page by what it has: its messages' seqs, oldest first, the first and last of them, and the log's end. */
export interface LinedPage {
  readonly messageSeqs: readonly number[];
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly headSeq: number;
}

/** Reads the quiet lines of rooms' logs. It costs the same wherever the page lies (ROOM-4). */
export interface LineStore {
  /**
   * Those after the message before `firstSeq`, up to `lastSeq`, or up to the log's end where no message comes after that: each
   * line belongs to one of the pages that follow each other. Of more than `linesPerPageMax` those
   * between two messages are named where they are at most `linesNamedMax`, the newest first, else counted.
   */
  listLines(roomId: number, page: LinedPage, readerId: number): Promise<PageLines>;
}
