import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** LIVE-6: how long a person may stay online after their last socket, ms: 3 s, plus 2 s in case the machine is busy. */
const lingerMsMax = 5000;
const arriveMsMax = 2000;

/** The people shown as online must be exactly those who are connected. */
export function checkPresence(history: HistoryIndex): Fault[] {
  const stays = Map.groupBy(staysOf(history), ({ room }) => room);
  return history.of("presence").flatMap((line) => wrongPresence(line, stays.get(line.room) ?? []));
}

interface Stay {
  readonly room: number | null;
  readonly person: number;
  readonly line: HistoryLine;
  readonly from: number;
  readonly to: number;
}

function staysOf(history: HistoryIndex): Stay[] {
  const closedAt = new Map(
    history.of("socket").flatMap(({ type, value, t_mono }) => (type === "info" ? [[value, t_mono] as const] : [])),
  );
  const granted = history.of("subscribe").filter(({ type, room }) => type === "ok" && room !== null);
  return granted.map((line) => {
    const { room, value, t_mono: from } = line;
    const person = history.persons.get(line.proc) ?? 0;
    // ROOM-6: leaving the room ends its subscriptions.
    const left = history
      .of("leave")
      .find((leave) => leave.room === room && leave.value === person && leave.type !== "fail" && leave.t_mono > from);
    const to = Math.min(closedAt.get(value) ?? Number.POSITIVE_INFINITY, left?.t_mono ?? Number.POSITIVE_INFINITY);
    return { room, person, line, from, to };
  });
}

function wrongPresence(line: HistoryLine, stays: readonly Stay[]): Fault[] {
  const shown = new Set(Array.isArray(line.value) ? line.value.map(Number) : []);
  const time = line.t_mono;
  const possible = new Set(
    stays.filter(({ from, to }) => from <= time && to + lingerMsMax >= time).map(({ person }) => person),
  );
  const missing = stays.filter(({ from, to, person }) => from + arriveMsMax <= time && to > time && !shown.has(person));
  const ghosts = [...shown].filter((person) => !possible.has(person));
  return [
    ...ghosts.map((person): Fault => {
      const what = `${line.proc} is told that person ${person} is in room ${line.room}, who has no connection`;
      return { kind: "ghost", what, slice: [line] };
    }),
    ...missing.map((stay): Fault => {
      const what = `${line.proc} is not told that ${stay.line.proc} is in room ${line.room}`;
      return { kind: "ghost", what, slice: [stay.line, line] };
    }),
  ];
}
