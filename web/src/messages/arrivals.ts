import type { HistoryRange } from "../history/history-shape.ts";
import type { Me } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";

/** A message of somebody else as it is read aloud. */
export interface Arrival {
  /** What tells two of the same words apart. */
  readonly seq: number;
  readonly name: string;
  readonly text: string;
}

/** The messages of others after a `seq`, oldest first. One's own and those of the system are not announced. */
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
