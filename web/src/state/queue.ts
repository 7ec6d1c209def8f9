/**
 * Runs what it is given one after the other, also what one of them adds; one that throws stops itself alone. `onDone` runs each time
 * that nothing waits any more.
 */
export function createQueue(onDone: () => void): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  function run(): void {
    if (isBusy) return;
    isBusy = true;
    let isDone = false;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next();
      isDone = true;
      onDone();
    } finally {
      isBusy = false;
      if (!isDone || waiting.length > 0) run();
    }
  }

  return (work) => {
    waiting.push(work);
    run();
  };
}
