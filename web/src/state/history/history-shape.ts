import type { HolderChange, Message, Participant } from "../entities.ts";
import type { AfterHours } from "../opening-hours.ts";
import type { OfferUpdate } from "../offer-entities.ts";
import type { RequestUpdate } from "../request-entities.ts";

/** Messages by `seq`, in chunks, so that adding one costs as much at 100,000 as at 100. Read it with `messageAt`. */
export interface MessageLog {
  readonly chunks: readonly (readonly Message[])[];
  readonly starts: readonly number[];
  readonly length: number;
}

export type QuietLine = { readonly seq: number } &
  /** `by` is the person who added or removed them. */
  (
    | { readonly kind: "joined" | "left"; readonly person: Participant; readonly by?: Participant }
    | { readonly kind: "take-over"; readonly change: HolderChange }
    | { readonly kind: "offer"; readonly update: OfferUpdate }
    | { readonly kind: "request"; readonly update: RequestUpdate }
    | ({ readonly kind: "after-hours" } & AfterHours)
    /** If a page counts lines instead of naming them: all lines between two messages, up to this `seq`. */
    | { readonly kind: "left-out"; readonly counts: LineCounts }
  );

/** Counts of lines by kind. `unknown` counts kinds that only another release's server distinguishes. */
export interface LineCounts {
  readonly joined: number;
  readonly left: number;
  readonly takeOvers: number;
  readonly offers: number;
  readonly requests: number;
  readonly afterHours: number;
  readonly unknown: number;
}

type Edge = "some" | "loading" | "failed" | "none";

export interface HistoryRange {
  readonly log: MessageLog;
  /** Lines ordered by `seq`: those before each message of the log, back to the previous message, and those after the last message. */
  readonly lines: readonly QuietLine[];
  /** The first `seq` covered; at most 1 if the range holds the beginning. */
  readonly from: number;
  /** The last `seq` covered; Infinity at the live end, to which live messages are added. */
  readonly to: number;
  readonly older: Edge;
  readonly newer: Edge;
}

export interface Timeline {
  readonly ranges: readonly HistoryRange[];
  /** Whether a page has reached the live end. If not, the newest range holds only messages that arrived after the room was opened. */
  readonly hasEnd: boolean;
  /** The list's target: the range around this `seq`, or the live end (null). */
  readonly aimSeq: number | null;
  readonly phase: "loading" | "ready" | "failed";
  /** A `seq` within the range that is shown until the target loads; null for the newest range. */
  readonly shownSeq: number | null;
  /** How many targets have been reached; the list jumps each time this grows. 0 before anything is shown. */
  readonly jumps: number;
  readonly switches: number;
  /** The divider precedes the first message at or after this `seq`; null for no divider. */
  readonly dividerSeq: number | null;
  /** Whether the room was opened with unread messages while nobody was at the window: they are read once somebody is (READ-2). */
  readonly isUnseen: boolean;
  /** The room's cursor when the newest range began or a message last changed: pages read before it are refused. */
  readonly fromSeq: number;
  /** The `fromSeq` for which the last page was refused; null if that page was taken. */
  readonly refusedSeq: number | null;
  /** Messages that events unknown to this page may have changed, and which must be loaded again (SYNC-9). */
  readonly stale: { readonly from: number; readonly to: number; readonly phase: "loading" | "failed" } | null;
}
