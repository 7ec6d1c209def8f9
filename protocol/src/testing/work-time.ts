/** What this needs of Node, whose types the shapes of the wire know nothing of. */
declare const process: { readonly cpuUsage: () => { readonly user: number; readonly system: number } };

/** How many times as long each character takes in a text of 16,000 as in one of 1,000: 1 where the time grows with the length alone, 16 where each is compared with all others. */
export function growthOf(work: (text: string) => void, piece: string): number {
  const short = piece.repeat(1000 / piece.length);
  const long = short.repeat(16);
  const inShortOnes = (): void => {
    for (let n = 0; n < 16; n += 1) work(short);
  };
  return timesAsLong(() => work(long), inShortOnes);
}

/** What `growthOf` stays under where the time grows with the length alone. */
export const growthMax = 4;

/**
 * How many times as long some work keeps the processor as another, by the shortest of some turns of each: the first turns warm
 * both up, and what a busy machine does meanwhile is not counted.
 */
export function timesAsLong(work: () => void, other: () => void, turns = 6): number {
  let [shortest, ofOther] = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn += 1) {
    shortest = Math.min(shortest, processorMs(work));
    ofOther = Math.min(ofOther, processorMs(other));
  }
  return shortest / ofOther;
}

/** How long some work keeps the processor, ms. */
function processorMs(work: () => void): number {
  const before = usedMs();
  work();
  return usedMs() - before;
}

/** What this process has used of the processor, ms. */
export function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
