import type { Clock } from "../platform/clock.ts";
import type { KeptRows } from "../platform/kept-rows.ts";

/** A database that has not answered by then is done without, ms: nobody waits for it to send. */
const patienceMs = 3000;
/** The same for one that has let a call wait too long and answered none since, ms: enough for one that is well again. */
const littlePatienceMs = 100;

/** Rows whose every call ends in time; `isGood` tells how the newest ended, `wasGood` whether any ended well. */
export interface PatientRows extends KeptRows {
  readonly isGood: () => boolean;
  readonly wasGood: () => boolean;
}

/**
 * The same rows with patience: some browsers leave a damaged database's calls unanswered for ever. The calls of one message come
 * one after the other, and cost the patience once.
 */
export function patient(rows: KeptRows, clock: Clock): PatientRows {
  let isGood = true;
  let wasGood = false;
  let isHanging = false;

  function inTime<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = clock.later(isHanging ? littlePatienceMs : patienceMs, () => {
        isGood = false;
        isHanging = true;
        reject(new Error("The database does not answer."));
      });
      work.then(
        (value) => {
          cancel();
          isGood = true;
          wasGood = true;
          isHanging = false;
          resolve(value);
        },
        (error: unknown) => {
          cancel();
          isGood = false;
          isHanging = false;
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  return {
    add: (row) => inTime(rows.add(row)),
    change: (row) => inTime(rows.change(row)),
    remove: (ids) => inTime(rows.remove(ids)),
    all: (owner) => inTime(rows.all(owner)),
    isGood: () => isGood,
    wasGood: () => wasGood,
  };
}
