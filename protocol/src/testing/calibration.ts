import { startStopwatch } from "./stopwatch.ts";

const rows = Array.from({ length: 200 }, (_, id) => ({
  id: (id * 7919) % 1000,
  text: `mesaj ${id}`,
  at: [id, 2 * id],
}));
const piecesTotal = 20;
/** Duration of all pieces on two idle cores, ms; promised times refer to such a machine. */
const usualMs = 130;

function doPiece(): void {
  for (let turn = 0; turn < 25; turn += 1) {
    const copy: typeof rows = JSON.parse(JSON.stringify(rows));
    copy.sort((left, right) => left.id - right.id);
  }
}

/** Scales a promised time (ms) by this machine's current slowness, measured with a fixed piece of work; never shortens it. */
export function onThisMachine(promisedMs: number, start = startStopwatch): number {
  for (let piece = 0; piece < piecesTotal; piece += 1) doPiece();
  const elapsedMs = start();
  for (let piece = 0; piece < piecesTotal; piece += 1) {
    doPiece();
    // The stopwatch is read after each piece: over one long run it would count CPU time instead of waits.
    elapsedMs();
  }
  return promisedMs * Math.max(1, elapsedMs() / usualMs);
}

/** Median of three runs, so that one disturbed run does not matter. */
export async function medianOfThree(turn: () => Promise<number>): Promise<number> {
  const taken = [await turn(), await turn(), await turn()];
  return taken.toSorted((left, right) => left - right)[1] ?? Infinity;
}
