import type { Message } from "./entities.ts";

const chunks: readonly (readonly Message[])[] = [];
const starts: readonly number[] = [];

/** A log without messages. */
export const emptyLog = { chunks, starts, length: 0 };

/** A room's history before its first page has come. */
export const emptyTimeline = { log: emptyLog, phase: "loading", older: "none", dividerSeq: null, fromSeq: 0 } as const;
