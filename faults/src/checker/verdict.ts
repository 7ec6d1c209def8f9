import type { HistoryLine } from "../history/history-line.ts";

/** Kinds of faults; each is counted and must be zero. */
export const faultKinds = [
  /** Acknowledged but missing, for everybody or for a client that was there to see it. */
  "lost",
  /** One key stored as two messages. */
  "duplicate-stored",
  /** One event shown or delivered twice to one client. */
  "duplicate-shown",
  /** Delivered before an event with a smaller number, or two events with one `seq`. */
  "reordered",
  /** A number missing from a client's log or from the stored log. */
  "gap",
  /** Stored or delivered though nobody sent it or the send failed. */
  "unexpected",
  /** A deleted text that is still found or quoted. */
  "undeleted",
  /** Bytes of a room that the receiver may not see. */
  "leak",
  /** Unread count or read marker that contradicts the history. */
  "unread-drift",
  /** Online without a connection, or connected and not online. */
  "ghost",
  /** A file that is acknowledged or in a message but unreadable, or a row without its object. */
  "file-lost",
  /** A file that is shorter than declared or differs from what was sent. */
  "file-torn",
  /** An object without a row after the sweep. */
  "file-stray",
  "empty",
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
  readonly slice: readonly HistoryLine[];
}

export interface Verdict {
  readonly messages: number;
  readonly observers: number;
  readonly lines: number;
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** Sends of unknown outcome that turned out to be stored. */
  readonly recoveredInfo: number;
  /** Live events that came late because their commit went unheard; allowed, since the sender had no answer either. */
  readonly announcedLate: number;
  /** Rooms that clients had to reload because the server refused to continue their log. */
  readonly resets: number;
  readonly faults: readonly Fault[];
  readonly isSound: boolean;
}

export function verdictLines(verdict: Verdict): readonly string[] {
  const counted = faultKinds.map((kind) => `${kind} ${verdict.counts[kind]}`).join(", ");
  return [`checked ${verdict.messages} messages by ${verdict.observers} observers`, counted];
}

/** The fault with the shortest slice of each kind that occurred. */
export function shortestSlices(verdict: Verdict): readonly Fault[] {
  return faultKinds.flatMap((kind) => {
    const ofKind = verdict.faults.filter((fault) => fault.kind === kind);
    return ofKind.toSorted((left, right) => left.slice.length - right.slice.length).slice(0, 1);
  });
}
