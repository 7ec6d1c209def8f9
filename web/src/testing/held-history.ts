import { messageAt } from "../state/history/message-log.ts";
import { shownRange } from "../state/history/timeline.ts";
import type { HistoryRange, MessageLog } from "../state/history/history-shape.ts";
import { emptyTimeline } from "../state/history/empty-timeline.ts";
import type { TestApp } from "./test-app.ts";

export const shownOf = (app: TestApp, roomId: number): HistoryRange =>
  shownRange(app.getState().timelines[roomId] ?? emptyTimeline);

export const seqsOf = (log: MessageLog): readonly (number | undefined)[] =>
  Array.from({ length: log.length }, (_, i) => messageAt(log, i)?.seq);
