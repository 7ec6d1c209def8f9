type Settling<Result> = Result | Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Settling<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

interface GatherParts<Item, Result> {
  readonly itemsMax: number;
  /** Most concurrent runs. Another run starts only if it is at least as large as the smallest one in progress, so that load makes runs larger. */
  readonly runsMax: number;
  /** The weight of an item, which may grow while it waits; 1 by default. */
  readonly countOf?: (item: Item) => number;
  /** Resolves with each item's result in order; a rejection rejects all of them. */
  readonly run: (items: readonly Item[]) => Promise<readonly Settling<Result>[]>;
  /** Whether a rejected run also rejects waiting items. */
  readonly endsAll?: (reason: unknown) => boolean;
}

/** Batches calls: those that arrive during a run go into the next. A single call waits only for the end of its tick. */
export function gatherCalls<Item, Result>({
  itemsMax,
  runsMax,
  countOf = () => 1,
  run,
  endsAll = () => false,
}: GatherParts<Item, Result>) {
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

  /** Starts runs at the end of the tick; call it when items arrive or grow. */
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
