import { withChanged, withEach } from "../history/message-log.ts";
import { quoteOf } from "./quoted.ts";
import type { Message } from "../entities.ts";
import type { AppState } from "../shape.ts";

/** PRINT-4: what is printed follows an edit or deletion, by its event; so do the quotes in it (MSG-8). */
export function withPrintedUpdate(
  state: AppState,
  { roomId, seq, data }: { readonly roomId: number; readonly seq: number; readonly data: Message },
): AppState {
  const { printing } = state;
  if (printing?.roomId !== roomId) return state;
  const { text, file, editedAt, isDeleted } = data;
  const changedOne = withChanged(printing.log, data.seq, (held) =>
    held.updatedSeq >= seq ? held : { ...held, text, file, editedAt, isDeleted, updatedSeq: seq },
  );
  const quote = quoteOf(data);
  const log = withEach(changedOne, (message) =>
    quote !== null && message.quote?.messageId === data.id ? { ...message, quote } : message,
  );
  return { ...state, printing: { ...printing, log, changedSeq: Math.max(printing.changedSeq, seq) } };
}
