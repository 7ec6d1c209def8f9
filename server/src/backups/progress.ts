import type { Clock } from "../kernel/clock.ts";
import { shownBytes } from "../kernel/shown-bytes.ts";

export interface ProgressPorts {
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Whether somebody watches; a log gets fewer lines. */
  readonly isTerminal: boolean;
}

const sayEveryMs = 1000;
const tenth = 10;

/** Reports progress once a second to a terminal, otherwise for every ten percent; returns a function that adds bytes done. */
export function sayProgress(
  done: string,
  bytesTotal: number,
  { clock, say, isTerminal }: ProgressPorts,
): (bytes: number) => void {
  let bytesDone = 0;
  let sayAt = clock.steadyMs() + sayEveryMs;
  let sayFrom = tenth;
  return (bytes) => {
    bytesDone += bytes;
    // `bytesTotal` is an estimate that the actual number may exceed.
    const percent = Math.min(99, Math.floor((100 * bytesDone) / Math.max(1, bytesTotal)));
    if (isTerminal ? clock.steadyMs() < sayAt : percent < sayFrom) return;
    sayAt = clock.steadyMs() + sayEveryMs;
    sayFrom = (Math.floor(percent / tenth) + 1) * tenth;
    say(`${done} ${shownBytes(bytesDone)} of about ${shownBytes(bytesTotal)} (${percent} %).`);
  };
}
