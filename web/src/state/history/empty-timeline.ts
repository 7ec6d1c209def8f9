import type { Message } from "../entities.ts";

const chunks: readonly (readonly Message[])[] = [];
const starts: readonly number[] = [];

export const emptyLog = { chunks, starts, length: 0 };

export const emptyTimeline = {
  ranges: [],
  hasEnd: false,
  aimSeq: null,
  phase: "loading",
  shownSeq: null,
  jumps: 0,
  switches: 0,
  dividerSeq: null,
  isUnseen: false,
  fromSeq: 0,
  refusedSeq: null,
  stale: null,
} as const;
