import type { HolderChange, Message, Participant } from "../entities.ts";
import type { OfferUpdate } from "../offer-entities.ts";

/** Messages by `seq`, in chunks: adding one costs the same at 100 and at 100,000. Read it with `messageAt`. */
export interface MessageLog {
  readonly chunks: readonly (readonly Message[])[];
  readonly starts: readonly number[];
  readonly length: number;
}

export type QuietLine = { readonly seq: number } &
  /** `by` is who added or removed them. */
  (
    | { readonly kind: "joined" | "left"; readonly person: Participant; readonly by?: Participant }
    | { readonly kind: "take-over"; readonly change: HolderChange }
    | { readonly kind: "offer"; readonly update: OfferUpdate }
    /** All lines between two messages up to this `seq`, which a page counts instead of naming. */
    | { readonly kind: "left-out"; readonly counts: LineCounts }
  );

/** Line counts by kind; `unknown` for those that only a newer or older server tells apart. */
export interface LineCounts {
  readonly joined: number;
  readonly left: number;
  readonly takeOvers: number;
  readonly offers: number;
  readonly unknown: number;
}

type Edge = "some" | "loading" | "failed" | "none";

export interface HistoryRange {
  readonly log: MessageLog;
  /** Ordered by `seq`: the lines before each message of the log, back to the one before it, and those after its last. */
  readonly lines: readonly QuietLine[];
  /** The first `seq` covered; at most 1 if the range holds the beginning. */
  readonly from: number;
  /** The last `seq` covered; Infinity at the live end, which takes in live messages. */
  readonly to: number;
  readonly older: Edge;
  readonly newer: Edge;
}

export interface Timeline {
  readonly ranges: readonly HistoryRange[];
  /** Whether a page reaches the live end; if not, the newest range holds only messages since the room was opened. */
  readonly hasEnd: boolean;
  /** The list's target: the range around this `seq`, or the live end (null). */
  readonly aimSeq: number | null;
  readonly phase: "loading" | "ready" | "failed";
  /** A `seq` of the range shown until the target loads; null for the newest range. */
  readonly shownSeq: number | null;
  /** Targets reached: the list jumps each time it changes. 0 before anything is shown. */
  readonly jumps: number;
  readonly switches: number;
  /** The divider precedes the first message at or after this `seq`; null for no divider. */
  readonly dividerSeq: number | null;
  /** Whether it was opened with unread messages in an unwatched window: they are read once watched (READ-2). */
  readonly isUnseen: boolean;
  /** The room's cursor when the newest range began or a message changed: pages read before it are refused. */
  readonly fromSeq: number;
  /** Messages that events unknown here may have changed, to be reread (SYNC-9). */
  readonly stale: { readonly from: number; readonly to: number; readonly phase: "loading" | "failed" } | null;
}
