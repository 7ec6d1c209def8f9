import { type HistoryLine, seqOf } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** MSG-5a: a process's events of a room must arrive on a socket in order, each once. Events of several processes may overtake each other. */
export function checkLive(history: HistoryIndex, processes: number): { faults: Fault[]; announcedLate: number } {
  const bySocket = Map.groupBy(history.of("live"), ({ value, room }) => `${String(value)} ${room}`);
  const wrong = [...bySocket.values()].flatMap(wrongFrames);
  // ERR-3: after a commit in doubt, the server cannot broadcast the message until the sender retries.
  const isLate = ({ frame: { key }, fault }: WrongFrame): boolean =>
    (processes > 1 && fault.kind === "reordered") || (key !== null && history.sends.get(key)?.wasInDoubt === true);
  const faults = wrong.filter((one) => !isLate(one)).map(({ fault }) => fault);
  return { faults: [...faults, ...twoOrders(history)], announcedLate: wrong.length - faults.length };
}

interface WrongFrame {
  readonly frame: HistoryLine;
  readonly fault: Fault;
}

function wrongFrames(frames: readonly HistoryLine[]): WrongFrame[] {
  const wrong: WrongFrame[] = [];
  const bySeq = new Map<number, HistoryLine>();
  let newest: HistoryLine | null = null;
  for (const frame of frames) {
    const twin = bySeq.get(seqOf(frame));
    const isEarlier = newest !== null && seqOf(frame) < seqOf(newest);
    if (twin !== undefined) wrong.push({ frame, fault: twice(frame, twin) });
    else if (newest !== null && isEarlier) wrong.push({ frame, fault: disorder(frame, newest) });
    bySeq.set(seqOf(frame), frame);
    if (!isEarlier) newest = frame;
  }
  return wrong;
}

const twice = (frame: HistoryLine, twin: HistoryLine): Fault => ({
  kind: "duplicate-shown",
  what: `${frame.proc} got ${frame.seq} of room ${frame.room} twice on one socket`,
  slice: [twin, frame],
});

const disorder = (frame: HistoryLine, newest: HistoryLine): Fault => ({
  kind: "reordered",
  what: `${frame.proc} got ${frame.seq} of room ${frame.room} after ${newest.seq}`,
  slice: [newest, frame],
});

/** For each `seq` of a room, everybody must see the same event. */
function twoOrders(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  const bySeq = new Map<string, HistoryLine>();
  for (const line of [...history.of("stored"), ...history.of("live"), ...history.of("apply")]) {
    const key = `${line.room} ${line.seq}`;
    const other = bySeq.get(key);
    if (other === undefined) bySeq.set(key, line);
    else if (other.id !== line.id) {
      const what = `at ${line.seq} of room ${line.room} stands ${other.id} for ${other.proc} and ${line.id} for ${line.proc}`;
      faults.push({ kind: "reordered", what, slice: [other, line] });
    }
  }
  return faults;
}
