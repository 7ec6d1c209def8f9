import { startStopwatch } from "./stopwatch.ts";

const rows = Array.from({ length: 200 }, (_, id) => ({
  id: (id * 7919) % 1000,
  text: `mesaj ${id}`,
  at: [id, 2 * id],
}));
const piecesTotal = 20;
/** What the pieces take on two quiet cores, for which the product's times are promised, ms. */
const usualMs = 130;

/** Some milliseconds of what a server does most: JSON, objects, strings. */
function doPiece(): void {
  for (let turn = 0; turn < 25; turn += 1) {
    const copy: typeof rows = JSON.parse(JSON.stringify(rows));
    copy.sort((left, right) => left.id - right.id);
  }
}

/** A promised time (ms) on this machine as it is in this minute: longer by as much as a fixed piece of work takes longer, never shorter. */
export function onThisMachine(promisedMs: number, start = startStopwatch): number {
  for (let piece = 0; piece < piecesTotal; piece += 1) doPiece();
  const elapsedMs = start();
  for (let piece = 0; piece < piecesTotal; piece += 1) {
    doPiece();
    // In one go the stopwatch would count what this process computes, not how long it waits for the processor.
    elapsedMs();
  }
  return promisedMs * Math.max(1, elapsedMs() / usualMs);
}

/** The middle one of three turns, each of which answers how long it took: one turn in which something else happened decides nothing. */
export async function medianOfThree(turn: () => Promise<number>): Promise<number> {
  const taken = [await turn(), await turn(), await turn()];
  return taken.toSorted((left, right) => left - right)[1] ?? Infinity;
}
