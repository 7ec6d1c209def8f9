import type { Message } from "../state/entities.ts";

/** Messages by `seq`, in chunks, so that one more costs the same at 100 and at 100,000. Read it with `messageAt`. */
export interface MessageLog {
  readonly chunks: readonly (readonly Message[])[];
  /** The index of each chunk's first message. */
  readonly starts: readonly number[];
  readonly length: number;
}

/** What lies beyond an edge of a range: more to load, a page on its way, one that did not come, or nothing. */
type Edge = "some" | "loading" | "failed" | "none";

/** A part of a room's history that is loaded without a gap: every message from one `seq` to another. */
export interface HistoryRange {
  readonly log: MessageLog;
  /** The first `seq` that it covers; at most 1 where it holds the beginning. */
  readonly from: number;
  /** The last `seq` that it covers; Infinity at the live end, where what comes belongs to it. */
  readonly to: number;
  readonly older: Edge;
  readonly newer: Edge;
}

/** What is loaded of a room's history, and what of it is shown. */
export interface Timeline {
  /** In order of `seq`, with gaps between. */
  readonly ranges: readonly HistoryRange[];
  /** Whether a page reaches the live end; without one the newest range holds only what has come since the room was opened. */
  readonly hasEnd: boolean;
  /** What the list is to show: the range around this `seq`, or the live end (null). */
  readonly aimSeq: number | null;
  /** Whether that is shown. */
  readonly phase: "loading" | "ready" | "failed";
  /** A `seq` of the range that is shown until then; null for the newest range. */
  readonly shownSeq: number | null;
  /** How often an aim was reached: the list goes there each time. 0 where nothing was shown yet. */
  readonly jumps: number;
  /** Counts how often another range took the place of the one shown. */
  readonly switches: number;
  /** The divider stands before the first message with this `seq` or a higher one; null for no divider. */
  readonly dividerSeq: number | null;
  /** Whether nobody has looked since it was opened with unread messages: they are read when somebody does (READ-2). */
  readonly isUnseen: boolean;
  /** The room's cursor when the newest range began, or a message changed: no page that was read before it is taken. */
  readonly fromSeq: number;
  /** What may have changed by events that are not known here, and is read again (SYNC-9). */
  readonly stale: { readonly from: number; readonly to: number; readonly phase: "loading" | "failed" } | null;
}
