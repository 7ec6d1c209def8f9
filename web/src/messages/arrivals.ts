import type { HistoryRange } from "../history/history-shape.ts";
import type { Me } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";

/** Another person's message as it is read aloud. */
export interface Arrival {
  /** Distinguishes equal texts. */
  readonly seq: number;
  readonly name: string;
  readonly text: string;
}

/** The messages of others after a `seq`, oldest first. Own and system messages are not announced. */
export function arrivalsAfter({ log }: Pick<HistoryRange, "log">, self: Me | null, seq: number): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  for (let index = indexAtSeq(log, seq + 1); index < log.length; index += 1) {
    const message = messageAt(log, index);
    if (message?.author && !isSamePerson(message.author, self)) {
      arrivals.push({ seq: message.seq, name: message.author.name, text: message.text });
    }
  }
  return arrivals;
}
