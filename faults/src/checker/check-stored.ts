import { type HistoryLine, seqOf } from "../history/history-line.ts";
import type { HistoryIndex, Reload, Send } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

export function checkStored(history: HistoryIndex): Fault[] {
  const byRoom = Map.groupBy(history.reloads, ({ room }) => room);
  const sends = [...history.sends.values()];
  return [
    ...sends.flatMap((send) => lostOf(send, byRoom.get(send.room) ?? [])),
    ...history.reloads.flatMap((reload) => strangersOf(history, reload)),
    ...sends.flatMap(twoAnswers),
    ...[...byRoom.values()].flatMap(disagreements),
    ...gapsOfRows(history),
  ];
}

/** ERR-3: every reload of the room must include an acknowledged message, with the `seq` of the response. */
function lostOf(send: Send, reloads: readonly Reload[]): Fault[] {
  const answer = send.lines.find(({ type }) => type === "ok");
  if (answer === undefined) return [];
  return reloads.flatMap(({ proc, line, rows }): Fault[] => {
    const row = rows.find(({ key }) => key === send.key);
    const slice = [...send.lines.filter(({ type }) => type === "invoke").slice(0, 1), answer];
    if (row === undefined) {
      const what = `message ${send.key} was acknowledged and ${proc} does not find it in room ${send.room}`;
      return [{ kind: "lost", what, slice: [...slice, line] }];
    }
    if (row.id === answer.id && row.seq === answer.seq) return [];
    const what = `message ${send.key} was acknowledged as ${answer.id} at ${answer.seq} and is stored as ${row.id} at ${row.seq}`;
    return [{ kind: "unexpected", what, slice: [...slice, row] }];
  });
}

/** A key must have one message (MSG-2), a `seq` one message (MSG-5), and every message a sender. */
function strangersOf(history: HistoryIndex, { room, rows }: Reload): Fault[] {
  const keys = new Map<string, HistoryLine>();
  const bySeq = new Map<number, HistoryLine>();
  return rows.flatMap((row) => {
    const { key } = row;
    const faults = key === null ? [strangerIn(room, row)] : intruders(history, room, row, key);
    const twin = key === null ? undefined : keys.get(key);
    const neighbour = bySeq.get(seqOf(row));
    if (twin !== undefined) {
      faults.push({ kind: "duplicate-stored", what: `key ${key} is stored twice`, slice: [twin, row] });
    }
    if (neighbour !== undefined) {
      faults.push({ kind: "reordered", what: `two messages stand at ${row.seq}`, slice: [neighbour, row] });
    }
    if (key !== null) keys.set(key, row);
    bySeq.set(seqOf(row), row);
    return faults;
  });
}

function intruders(history: HistoryIndex, room: number, row: HistoryLine, key: string): Fault[] {
  const send = history.sends.get(key);
  if (send === undefined) return [strangerIn(room, row)];
  if (send.outcome !== "fail") return [];
  const what = `message ${row.id} of room ${room} is stored though its sending had failed`;
  return [{ kind: "unexpected", what, slice: [...send.lines, row] }];
}

const strangerIn = (room: number, row: HistoryLine): Fault => ({
  kind: "unexpected",
  what: `message ${row.id} of room ${room} is stored though nobody sent it`,
  slice: [row],
});

/** Everybody must find the same messages in a room, whether acknowledged or not. */
function disagreements([first, ...others]: readonly Reload[]): Fault[] {
  if (first === undefined) return [];
  const nameOf = ({ id, seq, key }: HistoryLine): string => `${id} ${seq} ${key}`;
  const missingFrom = (reload: Reload, other: Reload): Fault[] => {
    const found = new Set(reload.rows.map(nameOf));
    return other.rows
      .filter((row) => !found.has(nameOf(row)))
      .map((row) => ({
        kind: "lost",
        what: `${other.proc} finds message ${row.id} in room ${other.room} and ${reload.proc} does not`,
        slice: [row, reload.line],
      }));
  };
  return others.flatMap((other) => [...missingFrom(first, other), ...missingFrom(other, first)]);
}

/** MSG-2: all responses for a key must name the same message. */
function twoAnswers({ key, lines }: Send): Fault[] {
  const [first, ...others] = lines.filter(({ type }) => type === "ok");
  const other = others.find(({ id, seq }) => id !== first?.id || seq !== first?.seq);
  if (first === undefined || other === undefined) return [];
  return [{ kind: "duplicate-stored", what: `key ${key} was acknowledged as two messages`, slice: [first, other] }];
}

/** MSG-5: a room's rows must be numbered 1, 2, 3 and so on. */
function gapsOfRows(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  for (const [room, rows] of Map.groupBy(history.of("row"), (row) => row.room ?? 0)) {
    let before: HistoryLine | null = null;
    for (const row of rows.toSorted((left, right) => seqOf(left) - seqOf(right))) {
      if (row.seq !== seqOf(before) + 1) {
        const what = `the log of room ${room} jumps from ${seqOf(before)} to ${row.seq}`;
        faults.push({ kind: "gap", what, slice: before === null ? [row] : [before, row] });
      }
      before = row;
    }
  }
  return faults;
}
