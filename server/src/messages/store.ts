import type { Member } from "@cuplaj/protocol/participant.ts";
import type { LogEntry } from "../rooms/log-rules.ts";
import type { OrdinalRange } from "../rooms/rules.ts";
import type { StoredFile } from "./file-rules.ts";
import type { StoredMessage } from "./rules.ts";

export interface NewMessage {
  readonly roomId: number;
  readonly author: Member;
  readonly text: string;
  readonly clientId: string | null;
  /** A stored file not yet used by a message. The send is rejected if the file was removed. */
  readonly file?: StoredFile | null;
  /** `seq` of the message replied to (MSG-8). */
  readonly replyToSeq?: number | null;
}

/**
 * "repeated": an earlier send had the `client_id`, in a room that the author is in. "left": in a room that the author has left (MSG-2c).
 * "contended": other processes changed the rooms, and a retry may succeed.
 */
export type Publication =
  | { readonly kind: "stored"; readonly message: StoredMessage; readonly membersSeq: number }
  | { readonly kind: "repeated"; readonly message: StoredMessage }
  | { readonly kind: "left" }
  | { readonly kind: "not-member" }
  | { readonly kind: "contended" };

export type SentBefore = Extract<Publication, { kind: "repeated" | "left" }>;

export type SettledPublication = PromiseSettledResult<Publication>;

/** Where to start in the log; `lastSeq` is the end of the reader's view of the room. */
interface SeqRange {
  readonly from: "after" | "before";
  readonly seq: number;
  readonly lastSeq: number;
}

/** Reading a page costs the same however old it is (ROOM-4). */
export interface MessageStore {
  /** Stores all messages in order in one commit (WRITE-1); an invalid one fails by itself. After a database failure, the commit may have happened. */
  publish(messages: readonly NewMessage[], timestamp: string): Promise<readonly SettledPublication[]>;
  /** Returns the result of an earlier send with the same author and `clientId`; null if this is the first. */
  findSent(send: NewMessage): Promise<SentBefore | null>;
  listByOrdinal(roomId: number, range: OrdinalRange, readerId: number): Promise<readonly StoredMessage[]>;
  /** Returns the `take` messages nearest to a seq, after or before it, oldest first. */
  listBySeq(roomId: number, range: SeqRange, take: number, readerId: number): Promise<readonly StoredMessage[]>;
  listEach(wanted: readonly { roomId: number; ordinal: number }[], readerId: number): Promise<readonly StoredMessage[]>;
  /** Returns the message's `seq`; null if the message is not in the room. */
  findSeq(roomId: number, messageId: number): Promise<number | null>;
  /** Null if the message is not in the room. A null `readerId` reads for everyone. */
  find(roomId: number, messageId: number, readerId: number | null): Promise<StoredMessage | null>;
  /** Returns a page of messages with files, oldest first but counted from the newest, and their total. */
  listWithFile(
    roomId: number,
    cut: { readonly skip: number; readonly take: number },
    readerId: number,
  ): Promise<{ readonly messages: readonly StoredMessage[]; readonly total: number }>;
}

/** MSG-9a: quiet lines between two messages that a page only counts; `seq` is the newest one's. */
export interface CountedLines {
  readonly seq: number;
  readonly counts: Readonly<Record<string, number>>;
}

interface PageLines {
  readonly lines: readonly LogEntry[];
  readonly leftOut: number;
  readonly between: readonly CountedLines[];
}

export interface LinedPage {
  readonly messageSeqs: readonly number[];
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly headSeq: number;
}

export interface LineStore {
  /**
   * Returns the quiet lines from the previous message to `lastSeq`, or to the log's end if no message follows. Beyond `linesPerPageMax` it lists runs
   * of at most `linesNamedMax` lines, newest first, and counts the rest (MSG-9).
   */
  listLines(roomId: number, page: LinedPage, readerId: number): Promise<PageLines>;
}
