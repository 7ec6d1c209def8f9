import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

interface Marker {
  /** Where it stands at least, by what was acknowledged. */
  readonly least: number;
  /** Some call had no answer, so that it may stand further. */
  readonly isUnsure: boolean;
}

/** ROOM-7: unread is the number of others' messages above the marker, wherever it is told, and the marker is where it was put. */
export function checkUnread(history: HistoryIndex): Fault[] {
  const reloads = new Map(history.reloads.map((reload) => [reload.room, reload]));
  const faults: Fault[] = markersMovedBack(history);
  const told = Map.groupBy(history.of("unread"), ({ proc, room }) => `${proc} ${room}`);
  for (const lines of told.values()) {
    const [first] = lines;
    const reload = reloads.get(first?.room ?? 0);
    const person = history.persons.get(first?.proc ?? "");
    if (first === undefined || reload === undefined || person === undefined) continue;
    const marker = markerOf(history, person, reload.room);
    const list = lines.find(({ kind }) => kind === "list");
    const place = list?.seq ?? marker.least;
    if (place < marker.least || (place > marker.least && !marker.isUnsure)) {
      const what = `${first.proc} is told that its marker in room ${reload.room} stands at ${place} instead of ${marker.least}`;
      faults.push({ kind: "unread-drift", what, slice: list === undefined ? [] : [list] });
      continue;
    }
    if (list === undefined && marker.isUnsure) continue;
    const above = reload.rows.filter(({ seq, value }) => (seq ?? 0) > place && value !== person);
    for (const line of lines.filter(({ value }) => value !== above.length)) {
      const what = `${line.proc} is told ${String(line.value)} unread in room ${reload.room} by ${line.kind}; above ${place} lie ${above.length}`;
      faults.push({ kind: "unread-drift", what, slice: [...above.slice(0, 3), line] });
    }
  }
  return faults;
}

/** Reading up to a place and sending both move the marker forward. Where there was none, it is where joining put it. */
function markerOf(history: HistoryIndex, person: number, room: number): Marker {
  const isOf = (line: HistoryLine): boolean => line.room === room && history.persons.get(line.proc) === person;
  const calls = [...history.of("read"), ...history.of("publish")].filter(isOf);
  const answered = calls.filter(({ type }) => type === "ok").map(({ seq }) => seq ?? 0);
  const open =
    calls.filter(({ type }) => type === "invoke").length - calls.filter(({ type }) => type !== "invoke").length;
  return { least: Math.max(0, ...answered), isUnsure: open > 0 || calls.some(({ type }) => type === "info") };
}

/** What one client is told of its marker never goes back. */
function markersMovedBack(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  const answers = history.of("read").filter(({ type }) => type === "ok");
  for (const ofRoom of Map.groupBy(answers, ({ proc, room }) => `${proc} ${room}`).values()) {
    ofRoom.reduce((before, line) => {
      if ((line.seq ?? 0) < (before.seq ?? 0)) {
        const what = `the marker of ${line.proc} in room ${line.room} went back from ${before.seq} to ${line.seq}`;
        faults.push({ kind: "unread-drift", what, slice: [before, line] });
      }
      return line;
    });
  }
  return faults;
}
