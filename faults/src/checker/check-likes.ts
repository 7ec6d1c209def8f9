import type { HistoryLine } from "../history/history-line.ts";
import { actionIn, type HistoryIndex, type LogPart } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

interface Found {
  readonly reload: HistoryLine;
  readonly people: readonly number[];
}
type FoundLikes = ReadonlyMap<number, readonly Found[]>;

/** ACT-1, ACT-2: compares likes, as responses and events gave them, with what everybody finds at the end. */
export function checkLikes(history: HistoryIndex): Fault[] {
  const found = findLikes(history);
  return [
    ...[...found.values()].flatMap(disagreements),
    ...wishesOf(history).flatMap((wish) => brokenWish(wish, found)),
    ...history.logs.flatMap((log) => shownOtherwise(log, found)),
  ];
}

function findLikes(history: HistoryIndex): FoundLikes {
  const likes = new Map(
    history.of("likes").map((line) => [`${line.proc} ${line.id}`, line.value as readonly number[] | null]),
  );
  const found = history.of("stored").flatMap((reload): Found[] => {
    const people = likes.get(`${reload.proc} ${reload.id}`);
    return people === null ? [] : [{ reload, people: people ?? [] }];
  });
  return Map.groupBy(found, ({ reload }) => reload.id ?? 0);
}

function disagreements([first, ...others]: readonly Found[]): Fault[] {
  if (first === undefined) return [];
  return others
    .filter(({ people }) => String(people) !== String(first.people))
    .map(({ reload, people }): Fault => {
      const what = `${first.reload.proc} finds likes of ${String(first.people)} on message ${reload.id}, ${reload.proc} of ${String(people)}`;
      return { kind: "lost", what, slice: [first.reload, reload] };
    });
}

/** A person's last wish for a message, if every call about it got a response. */
interface Wish {
  readonly person: number;
  readonly line: HistoryLine;
}

function wishesOf(history: HistoryIndex): readonly Wish[] {
  const personOf = ({ proc }: HistoryLine): number => history.persons.get(proc) ?? 0;
  const byWish = Map.groupBy(history.of("like"), (line) => `${personOf(line)} ${line.id}`);
  return [...byWish.values()].flatMap((lines): Wish[] => {
    const counted = (type: HistoryLine["type"]): number => lines.filter((line) => line.type === type).length;
    const last = lines.findLast(({ type }) => type === "ok");
    const isSettled = counted("invoke") === counted("ok") + counted("fail");
    // The history does not order the calls of a person's two devices.
    const isOne = lines.every(({ proc }) => proc === lines[0]?.proc);
    return last !== undefined && isSettled && isOne ? [{ person: personOf(last), line: last }] : [];
  });
}

/** Everybody must find an acknowledged like, and nobody one that was taken back. */
function brokenWish({ person, line }: Wish, found: FoundLikes): Fault[] {
  const wrong = (found.get(line.id ?? 0) ?? []).filter(({ people }) => people.includes(person) !== line.value);
  return wrong.map(({ reload }): Fault => {
    const what = `${line.proc} ${line.value === true ? "likes" : "does not like"} message ${line.id}, and ${reload.proc} finds otherwise`;
    return { kind: line.value === true ? "lost" : "unexpected", what, slice: [line, reload] };
  });
}

/** The likes that a client was shown since the message was written must be those found at the end. */
function shownOtherwise({ proc, applied, whole }: LogPart, found: FoundLikes): Fault[] {
  if (whole === null) return [];
  const shown = new Map<number, Set<number>>();
  for (const line of applied) {
    if (line.kind === "ChatMessage" && line.id !== null) shown.set(line.id, new Set());
    const like = actionIn(line, "like");
    if (like?.isGiven === true) shown.get(like.message)?.add(like.person);
    else if (like !== null) shown.get(like.message)?.delete(like.person);
  }
  return [...shown].flatMap(([message, people]): Fault[] => {
    const [first] = found.get(message) ?? [];
    if (first === undefined) return [];
    const sorted = [...people].toSorted((a, b) => a - b);
    if (String(sorted) === String(first.people)) return [];
    const what = `${proc} was shown likes of ${String(sorted)} on message ${message}, and found are those of ${String(first.people)}`;
    return [{ kind: "lost", what, slice: [first.reload, whole] }];
  });
}
