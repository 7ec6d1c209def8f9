import type { HistoryRange } from "../state/history/history-shape.ts";
import type { Me, MessageFile } from "../state/entities.ts";
import { indexAtSeq, messageAt } from "../state/history/message-log.ts";
import { countsAsUnread } from "../state/messages/read-messages.ts";

/** Another person's message as it is read aloud. */
export interface Arrival {
  /** Distinguishes equal texts. */
  readonly seq: number;
  readonly name: string;
  readonly text: string;
  readonly file: MessageFile | null;
}

/** The messages after a `seq` that count as unread, oldest first (DEL-3, SIL-2b). */
export function arrivalsAfter({ log }: Pick<HistoryRange, "log">, self: Me | null, seq: number): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  for (let index = indexAtSeq(log, seq + 1); index < log.length; index += 1) {
    const message = messageAt(log, index);
    if (!message?.author || !countsAsUnread(self, message)) continue;
    const { seq: at, author, text, file } = message;
    arrivals.push({ seq: at, name: author.name, text, file });
  }
  return arrivals;
}
