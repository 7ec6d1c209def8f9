import { endOfTick } from "../kernel/clock.ts";

/** How long answers may be written in one turn of the event loop: about a small one's hundredfold, and less than a large one's. */
const writingMsMax = 2;

/** Writes an answer now, or once the event loop has looked at what else is new. */
export type WriteEvenly = (write: () => void) => Promise<void>;

/** SEC-5: several large answers that are ready at the same moment leave in as many turns, so that all others wait for one at most. */
export function createWriteEvenly(): WriteEvenly {
  const turn: { writingMs: number; end: Promise<void> | null } = { writingMs: 0, end: null };
  const isOver = (): boolean => turn.writingMs >= writingMsMax;
  return async (write) => {
    while (isOver()) await turn.end;
    const beganAt = performance.now();
    write();
    turn.writingMs += performance.now() - beganAt;
    turn.end ??= endOfTick().then(() => void Object.assign(turn, { writingMs: 0, end: null }));
  };
}
