import type { QuietLine } from "../state/history/history-shape.ts";
import type { AroundPage, MessagePage } from "../state/messages/messages-shape.ts";
import type { Message, Room, RoomId } from "../state/entities.ts";
import { pageLines } from "./model-lines.ts";
import { linesIn, type Log, messagesIn } from "./model-log.ts";

export interface ModelPages {
  readonly messagesPage: (roomId: RoomId, beforeSeq?: number) => MessagePage | null;
  readonly messagesAfter: (roomId: RoomId, afterSeq: number) => MessagePage | null;
  readonly messagesAround: (roomId: RoomId, aroundSeq: number) => AroundPage | null;
}

/** Pages are small, so that short histories have several. */
const messagesPerPage = 4;

/** MSG-9: the lines of a page with these messages, or of an empty page after a `seq`. */
function linesOfPage(log: Log, messages: readonly Message[], after = log.length): readonly QuietLine[] {
  const all = messagesIn(log);
  const first = messages[0]?.seq ?? after + 1;
  const last = messages.at(-1)?.seq ?? after;
  const before = all.findLast(({ seq }) => seq < first)?.seq ?? 0;
  const isNewest = !all.some(({ seq }) => seq > last);
  const ends = messages.map(({ seq }) => seq);
  return pageLines(linesIn(log), before, isNewest ? [...ends, log.length] : ends);
}

export const modelPages = (logOf: (id: RoomId) => Log, roomOf: (id: RoomId) => Room | null): ModelPages => ({
  messagesPage: (id, beforeSeq = Number.POSITIVE_INFINITY) => {
    if (!roomOf(id)) return null;
    const before = messagesIn(logOf(id)).filter(({ seq }) => seq < beforeSeq);
    const messages = before.slice(-messagesPerPage);
    const isOf = messages.length > 0 || messagesIn(logOf(id)).length === 0;
    const lines = isOf ? linesOfPage(logOf(id), messages, 0) : [];
    return { messages, lines, isFull: messages.length === messagesPerPage, seq: logOf(id).length };
  },
  messagesAfter: (id, afterSeq) => {
    if (!roomOf(id)) return null;
    const messages = messagesIn(logOf(id))
      .filter(({ seq }) => seq > afterSeq)
      .slice(0, messagesPerPage);
    const lines = linesOfPage(logOf(id), messages, afterSeq);
    return { messages, lines, isFull: messages.length === messagesPerPage, seq: logOf(id).length };
  },
  messagesAround: (id, aroundSeq) => {
    if (!roomOf(id)) return null;
    const half = messagesPerPage / 2;
    const all = messagesIn(logOf(id));
    const older = all.filter(({ seq }) => seq <= aroundSeq).slice(-half);
    const newer = all.filter(({ seq }) => seq > aroundSeq).slice(0, half);
    const has = { hasOlder: older.length === half, hasNewer: newer.length === half };
    const messages = [...older, ...newer];
    return { messages, lines: linesOfPage(logOf(id), messages, 0), seq: logOf(id).length, ...has };
  },
});
