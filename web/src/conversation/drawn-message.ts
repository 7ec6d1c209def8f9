import { parseTimestamp } from "../platform/clock.ts";
import { dayNumber } from "../platform/today.ts";
import type { Me, Message, Participant, PendingMessage } from "../state/entities.ts";
import { isPicture } from "../state/files/file-kind.ts";
import { covers } from "../state/history/history-ranges.ts";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { indexAtSeq, messageAt } from "../state/history/message-log.ts";
import { isSamePerson, isSilenced } from "../state/selectors.ts";

/** A message as the list draws it, stored or pending. `at` is in ms since the epoch. */
export interface DrawnMessage {
  /** Unchanged by the server's confirmation, so nothing on screen is recreated. */
  readonly key: string;
  readonly author: Participant | null;
  readonly isOwn: boolean;
  readonly at: number;
  /** The day of `at`, computed once: every redraw compares it for every message. */
  readonly day: number;
  readonly sentAt: string;
  readonly text: string;
  readonly stored: Message | null;
  readonly pending: PendingMessage | null;
}

export interface DrawnShape {
  readonly startsDay: boolean;
  readonly hasDivider: boolean;
  readonly startsGroup: boolean;
}

const groupMs = 5 * 60_000;

/** The message at an index from the oldest (0): stored messages come first, then the person's pending ones. */
export function drawnMessageAt(
  { log }: Pick<HistoryRange, "log">,
  pending: readonly PendingMessage[],
  self: Me | null,
  index: number,
): DrawnMessage | null {
  const stored = messageAt(log, index);
  if (stored) return drawStored(stored, self);
  const waiting = pending[index - log.length];
  return waiting ? drawPending(waiting, self) : null;
}

/**
 * How many of the oldest loaded messages stay hidden: one while older ones may exist, or a whole mosaic. Once its predecessor loads, a
 * message may turn out to start a day or a group, and that would move the text being read.
 */
export const withheld = ({ log, older }: Pick<HistoryRange, "log" | "older">): number =>
  older === "none" || log.length < 2 ? 0 : Math.max(1, tilesAtFront({ log }));

/** The first message starts both a day and a group; quiet lines between two messages start a new group. */
export function shapeOf(
  before: DrawnMessage | null,
  drawn: DrawnMessage,
  hasDivider: boolean,
  hasLines = false,
): DrawnShape {
  const startsDay = before?.day !== drawn.day;
  const isSameHand = before !== null && isSameAuthor(before, drawn) && drawn.at - before.at < groupMs;
  return { startsDay, hasDivider, startsGroup: startsDay || hasDivider || hasLines || !isSameHand };
}

/** The index of the unread divider, skipping silenced people's messages (SIL-2b); -1 if it is not in this range. */
export function dividerIndex(
  range: HistoryRange,
  { dividerSeq }: Pick<Timeline, "dividerSeq">,
  self: Me | null = null,
): number {
  if (dividerSeq === null || !covers(range, dividerSeq)) return -1;
  const isQuiet = (author?: Participant | null): boolean => Boolean(author && isSilenced(self, author));
  let index = indexAtSeq(range.log, dividerSeq);
  while (isQuiet(messageAt(range.log, index)?.author)) index += 1;
  return index < range.log.length ? index : -1;
}

export function isTile({ text, stored, pending }: Pick<DrawnMessage, "text" | "stored" | "pending">): boolean {
  if (text !== "") return false;
  if (stored) return stored.file !== null && isPicture(stored.file);
  return pending?.file?.type.startsWith("image/") === true && pending.status !== "failed";
}

/** How many messages at a log's start may belong to a mosaic that begins before them. */
function tilesAtFront({ log }: Pick<HistoryRange, "log">): number {
  const author = messageAt(log, 0)?.author ?? null;
  const isSameTile = (stored: Message | null): boolean =>
    stored !== null && isTile({ text: stored.text, stored, pending: null }) && isSamePerson(author, stored.author);
  let count = 0;
  while (isSameTile(messageAt(log, count))) count += 1;
  // If nothing else is loaded, hides none of them.
  return count === log.length ? 0 : count;
}

/** Cached by stored message, which is immutable, so that unchanged rows are not drawn again. */
const knownDrawn = new WeakMap<Message, { readonly self: Me | null; readonly drawn: DrawnMessage }>();

function drawStored(stored: Message, self: Me | null): DrawnMessage {
  const known = knownDrawn.get(stored);
  if (known?.self === self) return known.drawn;
  const { author, sentAt, text } = stored;
  const at = parseTimestamp(sentAt);
  const [key, isOwn] = [stored.clientId ?? `m${stored.seq}`, isSamePerson(author, self)];
  const drawn: DrawnMessage = { key, author, isOwn, at, day: dayNumber(at), sentAt, text, stored, pending: null };
  knownDrawn.set(stored, { self, drawn });
  return drawn;
}

function drawPending(pending: PendingMessage, self: Me | null): DrawnMessage {
  const { clientId: key, writtenAt: sentAt, text } = pending;
  const at = parseTimestamp(sentAt) || 0;
  return { key, author: self, isOwn: true, at, day: dayNumber(at), sentAt, text, stored: null, pending };
}

const isSameAuthor = (a: DrawnMessage, b: DrawnMessage): boolean =>
  a.author === null || b.author === null ? a.author === b.author : isSamePerson(a.author, b.author);
