import type { Clock } from "../kernel/clock.ts";
import { DatabaseHangs } from "./database-away.ts";

/** ERR-5: leaves half a second of the five for the answer's way. */
const answerMsMax = 4500;
const lookEveryMs = 250;

/** A call that waited for too long, as others were refused; by itself it says nothing of the database. */
export class AnsweredLate extends DatabaseHangs {}

/** Passes on what a call waits for; rejects where the database is in trouble and that takes too long. */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/**
 * ERR-5: statements have limits of their own, but a call may wait for several, or for those of others. It is answered in time where
 * the database was away for any call since it began; what it asked for goes on, and may be done all the same.
 */
export function createInTime(
  clock: Pick<Clock, "now" | "setTimeout" | "clearTimeout">,
  wasAwaySince: (ms: number) => boolean,
): InTime {
  return async (work) => {
    const beganMs = clock.now();
    const late = Promise.withResolvers<never>();
    const look = (): void => {
      if (wasAwaySince(beganMs)) late.reject(new AnsweredLate());
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
