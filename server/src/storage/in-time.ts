import type { Clock } from "../kernel/clock.ts";
import { DatabaseHangs } from "./database-away.ts";

/** ERR-5: leaves half a second of the five for sending the response. */
const answerMsMax = 4500;
const lookEveryMs = 250;

/** Waits for work in a room's turn. Rejects if it takes too long while the database leaves statements unanswered. */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/** ERR-5: a change may wait for several statements, each within its limit. The promise rejects in time, while the work continues and may succeed. */
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
