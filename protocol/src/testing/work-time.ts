/** Declared here, since the types of Node are not loaded. */
declare const process: { readonly cpuUsage: () => { readonly user: number; readonly system: number } };

/** Cost per character in a text of 16,000 relative to one of 1,000: 1 for linear work, 16 for quadratic. */
export function growthOf(work: (text: string) => void, piece: string): number {
  const short = piece.repeat(1000 / piece.length);
  const long = short.repeat(16);
  const inShortOnes = (): void => {
    for (let n = 0; n < 16; n += 1) work(short);
  };
  return timesAsLong(() => work(long), inShortOnes);
}

/** Upper bound of `growthOf` for linear work. */
export const growthMax = 4;

/** Ratio of two CPU times, each the minimum of several turns, so that warm-up and other load do not count. */
export function timesAsLong(work: () => void, other: () => void, turns = 6): number {
  let [shortest, ofOther] = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn += 1) {
    shortest = Math.min(shortest, processorMs(work));
    ofOther = Math.min(ofOther, processorMs(other));
  }
  return shortest / ofOther;
}

function processorMs(work: () => void): number {
  const before = usedMs();
  work();
  return usedMs() - before;
}

export function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
