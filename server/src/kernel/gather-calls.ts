/** A call's result, or what is still tried for it alone. */
type Settling<Result> = Result | Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Settling<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

interface GatherParts<Item, Result> {
  readonly itemsMax: number;
  /** Runs at once: another one begins when it has as many items as the smallest under way, so that runs are small only under light load. */
  readonly runsMax: number;
  /** For how many an item counts, which may grow while it waits; each for one without. */
  readonly countOf?: (item: Item) => number;
  /** Answers for each item in their order; where it rejects, each of them is rejected. */
  readonly run: (items: readonly Item[]) => Promise<readonly Settling<Result>[]>;
  /** Whether what waits is rejected with a run that rejects. */
  readonly endsAll?: (reason: unknown) => boolean;
}

/**
 * Runs calls together: those that come while others are under way go in the next run, at most so many; one that comes alone waits for
 * the end of its tick and no longer.
 */
export function gatherCalls<Item, Result>({
  itemsMax,
  runsMax,
  countOf = () => 1,
  run,
  endsAll = () => false,
}: GatherParts<Item, Result>) {
  /** How many items each run has that is under way. */
  const underWay = new Map<readonly Waiting<Item, Result>[], number>();
  const waiting: Waiting<Item, Result>[] = [];
  let isPlanned = false;
  const count = (calls: readonly Waiting<Item, Result>[]): number =>
    calls.reduce((sum, { item }) => sum + countOf(item), 0);

  function takeNext(): Waiting<Item, Result>[] {
    let items = 0;
    const end = waiting.findIndex(({ item }) => (items += countOf(item)) > itemsMax);
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(1, end));
  }

  async function runNext(): Promise<void> {
    const calls = takeNext();
    underWay.set(calls, count(calls));
    try {
      const results = await run(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error("a gathered call without a result"));
        else resolve(result);
      }
    } catch (reason) {
      for (const { reject } of [...calls, ...(endsAll(reason) ? waiting.splice(0) : [])]) reject(reason);
    }
    underWay.delete(calls);
    runWhatMay();
  }

  function runWhatMay(): void {
    while (waiting.length > 0 && underWay.size < runsMax && isWorthARun()) void runNext();
  }

  const isWorthARun = (): boolean => underWay.size === 0 || count(waiting) >= Math.min(...underWay.values());

  /** Runs what may run at the end of the tick: something waits, or what waits has grown. */
  function runSoon(): void {
    if (isPlanned || underWay.size >= runsMax) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      runWhatMay();
    });
  }

  return {
    runSoon,
    call: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        runSoon();
      }),
  };
}
