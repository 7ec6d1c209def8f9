import type { HistoryLine } from "../history/history-line.ts";

/** What can be wrong. Each is counted; each must be zero. */
export const faultKinds = [
  /** Acknowledged and not there, for everyone or for one who was there to see it. */
  "lost",
  /** One key stored as two messages. */
  "duplicate-stored",
  /** One event shown or delivered twice to one client. */
  "duplicate-shown",
  /** Delivered before an event with a smaller number, or two events under one `seq`. */
  "reordered",
  /** A number that a client's log or the stored log skips. */
  "gap",
  /** Stored or delivered though nobody sent it, or though its sending had failed. */
  "unexpected",
  /** A text that was deleted and is there all the same, or is quoted. */
  "undeleted",
  /** Bytes of a room that the receiver may not see. */
  "leak",
  /** Unread or a read marker that is not what the history makes it. */
  "unread-drift",
  /** Online without a connection, or connected and not online. */
  "ghost",
  /** A file that a message has, or that was acknowledged, cannot be read, or its row has no object. */
  "file-lost",
  /** A file that is shorter than it says, or other than it was sent. */
  "file-torn",
  /** An object that no row names after the sweep. */
  "file-stray",
  /** Nothing was checked. */
  "empty",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** One thing that is wrong, with the few lines of the history that show it. */
export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
  readonly slice: readonly HistoryLine[];
}

/** Everything the checker found. */
export interface Verdict {
  /** Messages that were sent and then found stored. */
  readonly messages: number;
  /** Clients whose log was compared with what is stored. */
  readonly observers: number;
  readonly lines: number;
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** Sends of unknown outcome that turned out to be stored. */
  readonly recoveredInfo: number;
  /** Live events that came late since their commit had gone unheard (allowed: the sender had no answer either). */
  readonly announcedLate: number;
  /** Rooms that clients had to load anew because catching up was refused. */
  readonly resets: number;
  readonly faults: readonly Fault[];
  /** No fault of any kind. */
  readonly isSound: boolean;
}

/** `checked N messages by M observers`, and each kind of fault with its count. */
export function verdictLines(verdict: Verdict): readonly string[] {
  const counted = faultKinds.map((kind) => `${kind} ${verdict.counts[kind]}`).join(", ");
  return [`checked ${verdict.messages} messages by ${verdict.observers} observers`, counted];
}

/** For each kind of fault that occurred, the case with the shortest slice: a sentence and the lines that show it. */
export function shortestSlices(verdict: Verdict): readonly Fault[] {
  return faultKinds.flatMap((kind) => {
    const ofKind = verdict.faults.filter((fault) => fault.kind === kind);
    return ofKind.toSorted((left, right) => left.slice.length - right.slice.length).slice(0, 1);
  });
}
