import { messageAt } from "../messages/message-log.ts";
import { shownRange } from "../messages/timeline.ts";
import type { HistoryRange, MessageLog } from "../state/chat-state.ts";
import { emptyTimeline } from "../state/initial-state.ts";
import type { TestChat } from "./test-chat.ts";

/** The range of a room's history that is shown. */
export const shownOf = (chat: TestChat, roomId: number): HistoryRange =>
  shownRange(chat.getState().timelines[roomId] ?? emptyTimeline);

/** The `seq` of each message of a log. */
export const seqsOf = (log: MessageLog): readonly (number | undefined)[] =>
  Array.from({ length: log.length }, (_, i) => messageAt(log, i)?.seq);
