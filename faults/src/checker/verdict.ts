import type { HistoryLine } from "../history/history-line.ts";

/** The kinds of faults. Each kind is counted, and its count must be zero. */
export const faultKinds = [
  /** Acknowledged but missing, for everybody or for a client that should have seen it. */
  "lost",
  /** One key stored as two messages. */
  "duplicate-stored",
  /** An event that was shown or delivered to the same client twice. */
  "duplicate-shown",
  /** Delivered after an event with a higher `seq`, or with the `seq` of another event. */
  "reordered",
  /** A `seq` missing from a client's log or from the stored log. */
  "gap",
  /** Stored or delivered although nobody sent it, or although the send failed. */
  "unexpected",
  /** The text of a deleted message that can still be found, or is still quoted. */
  "undeleted",
  /** Bytes of a room that the receiver may not see. */
  "leak",
  /** An unread count or a read marker that contradicts the history. */
  "unread-drift",
  /** A person who is shown as online without a connection, or is connected and not shown. */
  "ghost",
  /** A file that is acknowledged or in a message but cannot be read, or a row without its object. */
  "file-lost",
  /** A file that is shorter than declared, or that differs from what was sent. */
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
  /** How many sends with an unknown outcome turned out to be stored. */
  readonly recoveredInfo: number;
  /** Live events that came late: their commit was in doubt, so the sender got no response either, or another process was faster. */
  readonly announcedLate: number;
  /** How many rooms clients had to reload because the server refused to continue their log. */
  readonly resets: number;
  readonly faults: readonly Fault[];
  readonly isSound: boolean;
}

export function verdictLines(verdict: Verdict): readonly string[] {
  const counted = faultKinds.map((kind) => `${kind} ${verdict.counts[kind]}`).join(", ");
  return [`checked ${verdict.messages} messages by ${verdict.observers} observers`, counted];
}

/** For each kind of fault that occurred, the one with the shortest slice. */
export function shortestSlices(verdict: Verdict): readonly Fault[] {
  return faultKinds.flatMap((kind) => {
    const ofKind = verdict.faults.filter((fault) => fault.kind === kind);
    return ofKind.toSorted((left, right) => left.slice.length - right.slice.length).slice(0, 1);
  });
}
