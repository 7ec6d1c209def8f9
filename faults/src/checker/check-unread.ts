import { type HistoryLine, seqOf } from "../history/history-line.ts";
import type { HistoryIndex, Reload } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** ROOM-7: every unread count must equal the number of others' undeleted messages after the read marker, which must be where it was put. */
export function checkUnread(history: HistoryIndex): Fault[] {
  const reloads = new Map(history.reloads.map((reload) => [reload.room, reload]));
  const reported = Map.groupBy(history.of("unread"), ({ proc, room }) => `${proc} ${room}`);
  const faults = [...reported.values()].flatMap((lines) => {
    const reload = reloads.get(lines[0]?.room ?? 0);
    const person = history.persons.get(lines[0]?.proc ?? "");
    return reload === undefined || person === undefined ? [] : driftOf(history, lines, reload, person);
  });
  return [...markersMovedBack(history), ...faults];
}

function driftOf(history: HistoryIndex, lines: readonly HistoryLine[], reload: Reload, person: number): Fault[] {
  const marker = markerOf(history, person, reload.room);
  const list = lines.find(({ kind }) => kind === "list");
  // Only the list includes the marker.
  if (list === undefined && marker.isInDoubt) return [];
  const markerSeq = list?.seq ?? marker.least;
  if (markerSeq < marker.least || (markerSeq > marker.least && !marker.isInDoubt)) {
    const what = `person ${person} is told that the marker in room ${reload.room} stands at ${markerSeq} instead of ${marker.least}`;
    return [{ kind: "unread-drift", what, slice: [...marker.slice, ...lines.slice(0, 1)] }];
  }
  const gone = new Set(
    history.of("says").flatMap(({ kind, id, proc }) => (kind === "deleted" && proc === reload.proc ? [id] : [])),
  );
  const above = reload.rows.filter((row) => seqOf(row) > markerSeq && row.value !== person && !gone.has(row.id));
  return lines
    .filter(({ value }) => value !== above.length)
    .map((line): Fault => {
      const what = `person ${person} is told ${String(line.value)} unread in room ${reload.room} by ${line.kind}; above ${markerSeq} lie ${above.length}`;
      return { kind: "unread-drift", what, slice: [...marker.slice, ...above.slice(0, 3), line] };
    });
}

interface Marker {
  /** The lowest `seq` that the acknowledged calls allow for the marker. */
  readonly least: number;
  /** Whether a call got no response, so that the marker may be higher. */
  readonly isInDoubt: boolean;
  readonly slice: readonly HistoryLine[];
}

/** The read marker after a person's calls: reading and sending move it forward, and leaving and coming back keep it. */
function markerOf(history: HistoryIndex, person: number, room: number): Marker {
  const calls = [...history.of("read"), ...history.of("publish")].filter(
    (line) => line.room === room && history.persons.get(line.proc) === person,
  );
  const answered = calls.filter(({ type }) => type === "ok");
  const furthest = answered.toSorted((left, right) => seqOf(right) - seqOf(left)).slice(0, 1);
  const invoked = calls.filter(({ type }) => type === "invoke").length;
  const isOpen = invoked > calls.length - invoked || calls.some(({ type }) => type === "info");
  return { least: seqOf(furthest[0] ?? null), isInDoubt: isOpen, slice: furthest };
}

function markersMovedBack(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  const answers = history.of("read").filter(({ type }) => type === "ok");
  for (const ofRoom of Map.groupBy(answers, ({ proc, room }) => `${proc} ${room}`).values()) {
    ofRoom.reduce((before, line) => {
      if (seqOf(line) < seqOf(before)) {
        const what = `the marker of ${line.proc} in room ${line.room} went back from ${before.seq} to ${line.seq}`;
        faults.push({ kind: "unread-drift", what, slice: [before, line] });
      }
      return line;
    });
  }
  return faults;
}
