import type { HistoryRange } from "../state/history/history-shape.ts";
import { lastMessage, messageAt } from "../state/history/message-log.ts";
import { groupBetween, type LineGroup } from "../state/history/group-lines.ts";

type Between = Pick<HistoryRange, "log" | "lines">;

/** MSG-9: the quiet lines before the row at an index from the oldest (0): since the message before it. */
export function linesBefore({ log, lines }: Between, index: number): LineGroup | null {
  // Further pending messages follow the first one without a line between.
  if (index > log.length) return null;
  const message = messageAt(log, index);
  return groupBetween(
    lines,
    messageAt(log, index - 1)?.seq ?? 0,
    message === null ? Number.POSITIVE_INFINITY : message.seq,
  );
}

/** The quiet lines after the last message. */
export const linesAtEnd = ({ log, lines }: Between): LineGroup | null =>
  groupBetween(lines, lastMessage(log)?.seq ?? 0, Number.POSITIVE_INFINITY);
