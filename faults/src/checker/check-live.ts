import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** MSG-5 on the wire: on one socket a room's events come in the order of their numbers, each once. */
export function checkLive(history: HistoryIndex): { faults: Fault[]; toldLate: number } {
  const faults: Fault[] = [];
  let toldLate = 0;
  const bySocket = Map.groupBy(history.of("live"), ({ value, room }) => `${String(value)} ${room}`);
  for (const frames of bySocket.values()) {
    const places = new Map<number, HistoryLine>();
    let newest: HistoryLine | null = null;
    for (const frame of frames) {
      const twin = places.get(frame.seq ?? 0);
      const isEarlier = newest !== null && (frame.seq ?? 0) < (newest.seq ?? 0);
      // ERR-3: the commit went unheard, so nobody could be told until the sender asked again.
      const mayBeLate = frame.key !== null && history.sends.get(frame.key)?.wasUnsure === true;
      if (mayBeLate && (twin !== undefined || isEarlier)) toldLate += 1;
      else if (twin !== undefined) faults.push(twice(frame, twin));
      else if (newest !== null && isEarlier) faults.push(disorder(frame, newest));
      places.set(frame.seq ?? 0, frame);
      if (!isEarlier) newest = frame;
    }
  }
  return { faults: [...faults, ...twoOrders(history)], toldLate };
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

/** Everybody sees one order: a place in a room holds one event, whoever tells of it. */
function twoOrders(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  const places = new Map<string, HistoryLine>();
  for (const line of [...history.of("stored"), ...history.of("live"), ...history.of("apply")]) {
    const place = `${line.room} ${line.seq}`;
    const other = places.get(place);
    if (other === undefined) places.set(place, line);
    else if (other.id !== line.id) {
      const what = `at ${line.seq} of room ${line.room} stands ${other.id} for ${other.proc} and ${line.id} for ${line.proc}`;
      faults.push({ kind: "reordered", what, slice: [other, line] });
    }
  }
  return faults;
}
