import { parseTimestamp } from "../platform/clock.ts";
import { dayNumber } from "../platform/today.ts";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import type { Me, Message, Participant, PendingMessage } from "../state/entities.ts";
import { isSamePerson, isSilenced } from "../state/selectors.ts";
import { covers } from "../state/history/history-ranges.ts";
import { indexAtSeq, messageAt } from "../state/history/message-log.ts";
import { tilesAtFront } from "./tiles.ts";

/** A message as the list draws it, stored or pending. `at` is in ms since the epoch. */
export interface Line {
  /** The same before and after the server has confirmed it, so that nothing on screen is recreated. */
  readonly key: string;
  readonly author: Participant | null;
  readonly isOwn: boolean;
  readonly at: number;
  /** The day of `at`, counted once: telling days apart is slow, and every draw of the list compares each line. */
  readonly day: number;
  /** The same time as written on the wire. */
  readonly sentAt: string;
  readonly text: string;
  readonly stored: Message | null;
  readonly pending: PendingMessage | null;
}

/** What a line shows because of the line before it. */
export interface LineShape {
  readonly startsDay: boolean;
  readonly hasDivider: boolean;
  /** The first of several messages by one person: it carries the name. */
  readonly startsGroup: boolean;
}

/** Messages of a person within this time share a header. */
const groupMs = 5 * 60_000;

/** The line at an index from the oldest (0): stored messages first, then own pending ones. */
export function lineAt(
  { log }: Pick<HistoryRange, "log">,
  pending: readonly PendingMessage[],
  self: Me | null,
  index: number,
): Line | null {
  const stored = messageAt(log, index);
  if (stored) return storedLine(stored, self);
  const waiting = pending[index - log.length];
  return waiting ? pendingLine(waiting, self) : null;
}

/**
 * How many of the oldest loaded messages are not drawn yet: one while older ones may exist, or all that may belong to one mosaic.
 * Without its predecessor the page cannot know whether a message begins a day or a group, and a row that changes later would move
 * the text being read.
 */
export const withheld = ({ log, older }: Pick<HistoryRange, "log" | "older">): number =>
  older === "none" || log.length < 2 ? 0 : Math.max(1, tilesAtFront({ log }));

/** The shape of a line. The first of all begins both; quiet lines between two messages part them. */
export function shapeOf(before: Line | null, line: Line, hasDivider: boolean, hasLines = false): LineShape {
  const startsDay = before === null || before.day !== line.day;
  const isSameHand = before !== null && isSameAuthor(before, line) && line.at - before.at < groupMs;
  return { startsDay, hasDivider, startsGroup: startsDay || hasDivider || hasLines || !isSameHand };
}

/** The index of the unread divider in a range, past silenced people's messages (SIL-2b); -1 where it is not loaded, or in another range. */
export function dividerIndex(
  range: HistoryRange,
  { dividerSeq }: Pick<Timeline, "dividerSeq">,
  self: Me | null = null,
): number {
  if (dividerSeq === null || !covers(range, dividerSeq)) return -1;
  let index = indexAtSeq(range.log, dividerSeq);
  while (isQuiet(messageAt(range.log, index), self)) index += 1;
  return index < range.log.length ? index : -1;
}

const isQuiet = (message: Message | null, self: Me | null): boolean =>
  message?.author ? isSilenced(self, message.author) : false;

/** A stored message never changes, so its line is made once: unchanged rows are not drawn again. */
const storedLines = new WeakMap<Message, { readonly self: Me | null; readonly line: Line }>();

function storedLine(stored: Message, self: Me | null): Line {
  const known = storedLines.get(stored);
  if (known && known.self === self) return known.line;
  const line = newStoredLine(stored, self);
  storedLines.set(stored, { self, line });
  return line;
}

function newStoredLine(stored: Message, self: Me | null): Line {
  const at = parseTimestamp(stored.sentAt);
  return {
    key: stored.clientId ?? `m${stored.seq}`,
    author: stored.author,
    isOwn: isSamePerson(stored.author, self),
    at,
    day: dayNumber(at),
    sentAt: stored.sentAt,
    text: stored.text,
    stored,
    pending: null,
  };
}

function pendingLine(pending: PendingMessage, self: Me | null): Line {
  const writtenAt = parseTimestamp(pending.writtenAt);
  // A row of the device may hold anything.
  const at = Number.isNaN(writtenAt) ? 0 : writtenAt;
  return {
    key: pending.clientId,
    author: self,
    isOwn: true,
    at,
    day: dayNumber(at),
    sentAt: pending.writtenAt,
    text: pending.text,
    stored: null,
    pending,
  };
}

const isSameAuthor = (a: Line, b: Line): boolean =>
  a.author === null || b.author === null ? a.author === b.author : isSamePerson(a.author, b.author);
