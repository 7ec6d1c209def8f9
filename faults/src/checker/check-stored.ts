import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex, Reload, Send } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** What was answered against what everybody finds stored in the end. */
export function checkStored(history: HistoryIndex): Fault[] {
  const byRoom = Map.groupBy(history.reloads, ({ room }) => room);
  const sends = [...history.sends.values()];
  return [
    ...sends.flatMap((send) => lostOf(send, byRoom.get(send.room) ?? [])),
    ...history.reloads.flatMap((reload) => strangersOf(history, reload)),
    ...sends.flatMap(twoAnswers),
    ...gapsOfRows(history),
  ];
}

/** ERR-3: what was acknowledged is in every reload of its room, where its answer said. */
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

/** MSG-2: one key is one message; nothing is there that nobody sent or whose sending had failed. */
function strangersOf(history: HistoryIndex, { room, rows }: Reload): Fault[] {
  const seen = new Map<string, HistoryLine>();
  const places = new Map<number, HistoryLine>();
  return rows.flatMap((row) => {
    const faults: Fault[] = [];
    const send = row.key === null ? undefined : history.sends.get(row.key);
    const twin = row.key === null ? undefined : seen.get(row.key);
    const neighbour = places.get(row.seq ?? 0);
    if (send === undefined || send.outcome === "fail") {
      const why = send === undefined ? "nobody sent it" : "its sending had failed";
      const what = `message ${row.id} of room ${room} is stored though ${why}`;
      faults.push({ kind: "unexpected", what, slice: [...(send?.lines ?? []), row] });
    }
    if (twin !== undefined) {
      faults.push({ kind: "duplicate-stored", what: `key ${row.key} is stored twice`, slice: [twin, row] });
    }
    if (neighbour !== undefined) {
      faults.push({ kind: "reordered", what: `two messages stand at ${row.seq}`, slice: [neighbour, row] });
    }
    if (row.key !== null) seen.set(row.key, row);
    places.set(row.seq ?? 0, row);
    return faults;
  });
}

/** MSG-2: two answers for one key name one message. */
function twoAnswers({ key, lines }: Send): Fault[] {
  const [first, ...others] = lines.filter(({ type }) => type === "ok");
  const other = others.find(({ id, seq }) => id !== first?.id || seq !== first?.seq);
  if (first === undefined || other === undefined) return [];
  return [{ kind: "duplicate-stored", what: `key ${key} was acknowledged as two messages`, slice: [first, other] }];
}

/** MSG-5: the numbers of a room's rows run 1, 2, 3. */
function gapsOfRows(history: HistoryIndex): Fault[] {
  const faults: Fault[] = [];
  for (const [room, rows] of Map.groupBy(history.of("row"), (row) => row.room ?? 0)) {
    let before: HistoryLine | null = null;
    for (const row of rows.toSorted((left, right) => (left.seq ?? 0) - (right.seq ?? 0))) {
      if (row.seq !== (before?.seq ?? 0) + 1) {
        const what = `the log of room ${room} jumps from ${before?.seq ?? 0} to ${row.seq}`;
        faults.push({ kind: "gap", what, slice: before === null ? [row] : [before, row] });
      }
      before = row;
    }
  }
  return faults;
}
