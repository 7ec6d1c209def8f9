/** A call's result, or what is still tried for it alone. */
type Settling<Result> = Result | Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Settling<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

interface GatherLimits {
  readonly itemsMax: number;
  /** Runs at once: another one begins when it has as many items as the smallest under way, so that runs are small only under light load. */
  readonly runsMax: number;
}

/**
 * Runs calls together: those that come while others are under way go in the next run, at most so many; one that comes alone waits for
 * the end of its tick and no longer. `run` answers for each item in their order; where it rejects, each of them is rejected.
 */
export function gatherCalls<Item, Result>(
  { itemsMax, runsMax }: GatherLimits,
  run: (items: readonly Item[]) => Promise<readonly Settling<Result>[]>,
): (item: Item) => Promise<Result> {
  const underWay = new Set<readonly Waiting<Item, Result>[]>();
  const waiting: Waiting<Item, Result>[] = [];
  let isPlanned = false;

  async function runNext(): Promise<void> {
    const calls = waiting.splice(0, itemsMax);
    underWay.add(calls);
    try {
      const results = await run(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error("a gathered call without a result"));
        else resolve(result);
      }
    } catch (reason) {
      for (const { reject } of calls) reject(reason);
    }
    underWay.delete(calls);
    runWhatMay();
  }

  function runWhatMay(): void {
    while (waiting.length > 0 && underWay.size < runsMax && waiting.length >= smallest(underWay)) void runNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isPlanned || underWay.size >= runsMax) return;
      isPlanned = true;
      setImmediate(() => {
        isPlanned = false;
        runWhatMay();
      });
    });
}

/** Items that make another run worth its while; none where nothing runs. */
const smallest = (runs: ReadonlySet<readonly unknown[]>): number =>
  runs.size === 0 ? 0 : Math.min(...[...runs].map(({ length }) => length));
