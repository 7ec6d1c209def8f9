/** Password checks at the same time: each takes a thread of the pool, and files and names need some too. */
const runningMax = 2;
/** Password checks that may wait; at about 50 ms each the last one waits some seconds. */
const waitingMax = 200;

/** Runs costly work a few at a time. */
export interface HashQueue {
  /** Null where too many wait already; else the work, once its turn has come. */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Bounds how many password checks run and wait, so that a flood of sign-ins slows down sign-ins alone. */
export function createHashQueue(): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const start = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      // The place passes on to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    run(work) {
      if (running < runningMax) {
        running += 1;
        return start(work);
      }
      if (waiting.length >= waitingMax) return null;
      return new Promise<void>((resolve) => waiting.push(resolve)).then(() => start(work));
    },
  };
}
