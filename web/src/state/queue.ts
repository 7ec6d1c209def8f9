/** Runs what it is given one after the other, also what one of them adds; one that throws stops itself alone. */
export function createQueue(): (...works: readonly (() => void)[]) => void {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  function run(): void {
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next();
    } finally {
      isBusy = false;
      if (waiting.length > 0) run();
    }
  }

  return (...works) => {
    waiting.push(...works);
    run();
  };
}
