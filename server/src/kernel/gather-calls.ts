/** A call's result, or what is still tried for it alone. */
type Settling<Result> = Result | Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Settling<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs calls together: those that come while some are under way go in the next run, at most so many; one that comes alone waits for
 * the end of its tick and no longer. `run` answers for each item in their order; where it rejects, each of them is rejected.
 */
export function gatherCalls<Item, Result>(
  itemsMax: number,
  run: (items: readonly Item[]) => Promise<readonly Settling<Result>[]>,
): (item: Item) => Promise<Result> {
  let isRunning = false;
  const waiting: Waiting<Item, Result>[] = [];

  async function runNext(): Promise<void> {
    const calls = waiting.splice(0, itemsMax);
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
    isRunning = waiting.length > 0;
    if (isRunning) void runNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void runNext());
    });
}
