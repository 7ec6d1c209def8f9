import { isPicture } from "../state/files/file-kind.ts";
import type { HistoryRange } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";

interface Shown {
  readonly text: string;
  readonly stored: Message | null;
  readonly pending: PendingMessage | null;
}

/** Whether a line may stand in a mosaic: a picture without a text, sent or on its way. */
export function isTile({ text, stored, pending }: Shown): boolean {
  if (text !== "") return false;
  if (stored) return stored.file !== null && isPicture(stored.file);
  return pending?.file?.type.startsWith("image/") === true && pending.status !== "failed";
}

/** How many messages at the beginning of a log may belong to a mosaic that begins before it. */
export function tilesAtFront({ log }: Pick<HistoryRange, "log">): number {
  let count = 0;
  while (count < log.length && isSameTile(messageAt(log, 0), messageAt(log, count))) count += 1;
  // Where nothing else is loaded, something has to be drawn.
  return count === log.length ? 0 : count;
}

function isSameTile(first: Message | null, message: Message | null): boolean {
  if (!first || !message?.file || message.text !== "" || !isPicture(message.file)) return false;
  return isSamePerson(first.author, message.author);
}
