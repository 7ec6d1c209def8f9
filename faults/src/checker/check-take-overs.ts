import type { ActionShown, HolderShown } from "../clients/room-log.ts";
import { type HistoryLine, seqOf } from "../history/history-line.ts";
import { actionIn, type HistoryIndex, type LogPart } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** ACT-2: compares take-overs, as responses and events gave them, with the holder that everybody finds at the end. */
export function checkTakeOvers(history: HistoryIndex): Fault[] {
  const found = Map.groupBy(history.of("holder"), ({ room }) => room ?? 0);
  return [
    ...[...found.values()].flatMap(disagreements),
    ...history.of("holder").flatMap((holder) => namedOtherwise(holder, history.of("taken"))),
    ...answeredOtherwise(history),
    ...history.logs.flatMap((log) => shownOtherwise(log, found.get(log.room)?.[0])),
  ];
}

const fault = (kind: Fault["kind"], what: string, ...slice: readonly HistoryLine[]): Fault => ({ kind, what, slice });
const heldBy = ({ id, value }: HistoryLine): string =>
  value === null ? "nobody" : `${Number(value)} by message ${id}`;

function disagreements([first, ...others]: readonly HistoryLine[]): Fault[] {
  if (first === undefined) return [];
  return others
    .filter((other) => heldBy(other) !== heldBy(first))
    .map((other) => {
      const what = `${first.proc} finds room ${first.room} held by ${heldBy(first)}, ${other.proc} by ${heldBy(other)}`;
      return fault("lost", what, first, other);
    });
}

/** In a held room, a client must find exactly one take-over on messages: the holder's. */
function namedOtherwise(holder: HistoryLine, taken: readonly HistoryLine[]): Fault[] {
  const named = taken.filter(({ proc, room }) => proc === holder.proc && room === holder.room);
  const people = named.map(({ value }) => {
    const { message: id, person } = value as ActionShown;
    return heldBy({ ...holder, id, value: person });
  });
  const expected = holder.value === null ? [] : [heldBy(holder)];
  if (String(people) === String(expected)) return [];
  const what = `${holder.proc} finds room ${holder.room} held by ${heldBy(holder)}, and on its messages by ${String(people)}`;
  return [fault(people.length > expected.length ? "unexpected" : "lost", what, holder, ...named)];
}

/** An acknowledged take-over must be stored under its `seq`, and everybody must be shown the same event there. */
function answeredOtherwise(history: HistoryIndex): Fault[] {
  const entryOf = ({ room, seq }: HistoryLine): string => `${room} ${seq}`;
  const shown = Map.groupBy(history.of("apply"), entryOf);
  const rows = new Map(history.of("row").map((row) => [entryOf(row), row]));
  // Releasing a room that nobody holds creates no event.
  return history.of("take-over").flatMap((answer): Fault[] => {
    if (answer.value === null || seqOf(answer) === 0) return [];
    const said = `${answer.proc} was answered ${JSON.stringify(answer.value)} at ${answer.seq} of room ${answer.room}`;
    const row = rows.get(entryOf(answer));
    const unstored = row?.kind === "action" ? [] : [fault("lost", `${said}, which is not on disk`, answer)];
    const others = (shown.get(entryOf(answer)) ?? []).filter((line) => !isSame(line.value, answer.value));
    return [
      ...unstored,
      ...others.map((line) => fault("lost", `${said}, ${line.proc} was shown otherwise`, answer, line)),
    ];
  });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The holder according to the log up to a line, and the line that last changed it. */
interface Shown {
  readonly held: ActionShown | null;
  readonly line: HistoryLine;
}

/** A client must be shown one holder at a time, by actions and by room events, and in the end the holder that it finds. */
function shownOtherwise({ proc, room, applied, whole }: LogPart, found: HistoryLine | undefined): Fault[] {
  const faults: Fault[] = [];
  let shown: Shown | null = null;
  for (const line of applied) {
    if (shown !== null && isContradicted(shown, line)) {
      const what = `${proc} is shown at ${line.seq} of room ${room} what ${shown.line.seq} does not allow`;
      faults.push(fault("unexpected", what, shown.line, line));
    }
    const action = actionIn(line, "take-over");
    if (action !== null) shown = { held: action.isGiven ? action : null, line };
  }
  if (whole === null || shown === null || found === undefined || isFound(shown, found)) return faults;
  const what = `${proc} was last shown a take-over of room ${room} at ${shown.line.seq}, and ${found.proc} finds it held by ${heldBy(found)}`;
  return [...faults, fault("lost", what, shown.line, found)];
}

/** Whether a line contradicts the holder: a room is given only when free and taken only from its holder, and room events name that holder. */
function isContradicted({ held }: Shown, line: HistoryLine): boolean {
  const now = holderIn(line);
  if (now !== null) return now.holder !== (held?.person ?? null);
  const action = actionIn(line, "take-over");
  if (action === null) return false;
  return action.isGiven ? held !== null : held?.person !== action.person || held.message !== action.message;
}

const isFound = ({ held }: Shown, { id, value }: HistoryLine): boolean =>
  value === (held?.person ?? null) && id === (held?.message ?? null);

/** The holder that a room event names; null for any other line. */
function holderIn({ kind, value }: HistoryLine): HolderShown | null {
  // `RoomUpdated` lines have a value only if they name a holder.
  return kind === "RoomUpdated" && value !== null ? (value as HolderShown) : null;
}
