import { type HistoryLine, seqOf } from "../history/history-line.ts";
import type { HistoryIndex, LogPart, Reload } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

export function checkLogs(history: HistoryIndex): Fault[] {
  const reloads = Map.groupBy(history.reloads, ({ room }) => room);
  return history.logs.flatMap((log) => {
    const ofRoom = reloads.get(log.room) ?? [];
    const reload = ofRoom.find(({ proc }) => proc === log.proc) ?? ofRoom[0];
    return [
      ...gapsOf(log, reload),
      ...doublesOf(log),
      ...(reload === undefined ? [] : [...unseenBy(log, reload), ...phantomsOf(log, ofRoom)]),
    ];
  });
}

/** MSG-5, MSG-6: a log must advance by one, and end at the head. */
function gapsOf(log: LogPart, reload: Reload | undefined): Fault[] {
  const faults: Fault[] = [];
  const jump = (from: HistoryLine, to: HistoryLine): void => {
    const what = `${log.proc} in room ${log.room} goes from ${from.seq} to ${to.seq}`;
    faults.push({ kind: "gap", what, slice: [from, to] });
  };
  let before = log.load;
  for (const line of log.applied) {
    // A repeated `seq` is not a gap.
    if (seqOf(line) > seqOf(before) + 1) jump(before, line);
    before = line;
  }
  const { whole } = log;
  if (whole === null) return faults;
  if (whole.seq !== before.seq) jump(before, whole);
  if (reload !== undefined && seqOf(reload.line) > seqOf(whole)) {
    const what = `${log.proc} believes to be whole at ${whole.seq} of room ${log.room}, whose head is ${reload.line.seq}`;
    faults.push({ kind: "gap", what, slice: [whole, reload.line] });
  }
  return faults;
}

function doublesOf(log: LogPart): Fault[] {
  const bySeq = new Map<number, HistoryLine>();
  const messages = new Map<number, HistoryLine>();
  return log.applied.flatMap((line): Fault[] => {
    const twin = bySeq.get(seqOf(line)) ?? (line.id === null ? undefined : messages.get(line.id));
    bySeq.set(seqOf(line), line);
    if (line.id !== null) messages.set(line.id, line);
    if (twin === undefined) return [];
    return [
      { kind: "duplicate-shown", what: `${log.proc} shows ${line.seq} of room ${log.room} twice`, slice: [twin, line] },
    ];
  });
}

/** A client that is caught up at the end must have seen every message since its log began. */
function unseenBy(log: LogPart, reload: Reload): Fault[] {
  const { whole } = log;
  if (whole === null) return [];
  const shown = new Set(log.applied.map(({ id }) => id));
  return reload.rows
    .filter((row) => seqOf(row) > seqOf(log.load) && !shown.has(row.id))
    .map((row): Fault => {
      const what = `${log.proc} is whole and never saw message ${row.id} at ${row.seq} of room ${log.room}`;
      return { kind: "lost", what, slice: [row, whole] };
    });
}

/** ERR-3: every delivered message must have its row. */
function phantomsOf(log: LogPart, reloads: readonly Reload[]): Fault[] {
  const stored = new Set(reloads.flatMap(({ rows }) => rows.map(({ id, seq, key }) => `${id} ${seq} ${key}`)));
  return log.applied
    .filter(({ kind, id, seq, key }) => kind === "ChatMessage" && !stored.has(`${id} ${seq} ${key}`))
    .map((line): Fault => {
      const what = `${log.proc} was shown message ${line.id} at ${line.seq} of room ${log.room}, which is not stored`;
      return { kind: "unexpected", what, slice: [line] };
    });
}
