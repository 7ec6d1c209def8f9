import type { Clock } from "../kernel/clock.ts";
import { DatabaseHangs } from "./database-away.ts";

/** ERR-5: leaves half a second of the five for the answer's way. */
const answerMsMax = 4500;
const lookEveryMs = 250;

/** Waits for work in a room's turn; rejects where that takes too long while the database answers others too late. */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/**
 * ERR-5: each statement has a limit, but what changes a room may wait for several: those before it in the room's turn or its batch, a
 * lock, its own. It is answered in time where any statement went unanswered since it began; the work goes on, and may be done all the same.
 */
export function createInTime(
  clock: Pick<Clock, "steadyMs" | "setTimeout" | "clearTimeout">,
  wasUnansweredSince: (ms: number) => boolean,
): InTime {
  return async (work) => {
    const beganMs = clock.steadyMs();
    const late = Promise.withResolvers<never>();
    const look = (): void => {
      if (wasUnansweredSince(beganMs)) late.reject(new DatabaseHangs());
      else timer = clock.setTimeout(look, lookEveryMs);
    };
    let timer = clock.setTimeout(look, answerMsMax);
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clock.clearTimeout(timer);
    }
  };
}
