import type { WordShown } from "../clients/room-log.ts";
import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex, LogPart } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** MSG-7, MSG-8: compares edits and deletions, as responses, events and quotes gave them, with what everybody finds at the end. */
export function checkWords(history: HistoryIndex): Fault[] {
  const found = findWords(history);
  const calls = Map.groupBy([...history.of("edit"), ...history.of("delete")], ({ id }) => id ?? 0);
  return [
    ...[...calls].flatMap(([message, lines]) => brokenChange(message, inTime(lines), found)),
    ...strangeWords(history, calls),
    ...brokenQuotes(history, found),
    ...history.logs.flatMap((log) => shownOtherwise(log, found)),
  ];
}

interface Found {
  readonly proc: string;
  readonly word: string | null;
  readonly isDeleted: boolean;
  readonly line: HistoryLine;
}
type FoundWords = ReadonlyMap<number, readonly Found[]>;

function findWords(history: HistoryIndex): FoundWords {
  const changed = new Map(history.of("says").map((line) => [`${line.proc} ${line.id}`, line]));
  const found = history.of("stored").map((stored): Found & { id: number } => {
    const line = changed.get(`${stored.proc} ${stored.id}`);
    // A message that nobody changed contains its key.
    const said = line === undefined ? stored.key : (line.value as string | null);
    return {
      id: stored.id ?? 0,
      proc: stored.proc,
      word: said,
      isDeleted: line?.kind === "deleted",
      line: line ?? stored,
    };
  });
  return Map.groupBy(found, ({ id }) => id);
}

const inTime = (lines: readonly HistoryLine[]): readonly HistoryLine[] =>
  lines.toSorted((left, right) => left.t_mono - right.t_mono);

/** Everybody must find an acknowledged deletion, or the last edit if every call before it got a response. */
function brokenChange(message: number, lines: readonly HistoryLine[], found: FoundWords): Fault[] {
  const all = found.get(message) ?? [];
  const deletion = lines.find(({ f, type }) => f === "delete" && type === "ok");
  if (deletion !== undefined) {
    const back = all.filter(({ word, isDeleted }) => word !== null || !isDeleted);
    return back.map(({ proc, line }): Fault => {
      const what = `message ${message} was deleted, and ${proc} finds ${line.kind === "deleted" ? "its text" : "it"} all the same`;
      return { kind: "undeleted", what, slice: [deletion, line] };
    });
  }
  const counted = (type: HistoryLine["type"]): number => lines.filter((line) => line.type === type).length;
  const edit = lines.findLast(({ type }) => type === "ok");
  if (edit === undefined || counted("invoke") !== counted("ok") + counted("fail")) return [];
  const wrong = all.filter(({ word }) => word !== edit.value);
  return wrong.map(({ proc, word, line }): Fault => {
    const what = `message ${message} was edited to say ${String(edit.value)}, and ${proc} finds ${String(word)}`;
    return { kind: "lost", what, slice: [edit, line] };
  });
}

/** Words and deletions that are found must have been requested by somebody. */
function strangeWords(history: HistoryIndex, calls: ReadonlyMap<number, readonly HistoryLine[]>): Fault[] {
  const changed = history.of("says").filter(({ kind }) => kind !== null);
  return changed.flatMap((line): Fault[] => {
    const asked = calls.get(line.id ?? 0) ?? [];
    const isAsked =
      line.kind === "deleted"
        ? asked.some(({ f }) => f === "delete")
        : asked.some(({ f, value }) => f === "edit" && value === line.value);
    const what = `${line.proc} finds message ${line.id} ${line.kind}, which nobody did`;
    return isAsked ? [] : [{ kind: "unexpected", what, slice: [line] }];
  });
}

/** A quote must match the quoted message as the same process found it. Quotes of deleted messages must be empty. */
function brokenQuotes(history: HistoryIndex, found: FoundWords): Fault[] {
  return history.of("quotes").flatMap((line): Fault[] => {
    const { message, word } = line.value as WordShown;
    const quoted = (found.get(message) ?? []).find(({ proc }) => proc === line.proc);
    if (quoted === undefined) return [];
    const isRight = word === quoted.word && (line.kind === "deleted") === quoted.isDeleted;
    const what = `${line.proc} finds message ${message} quoted as ${String(word)}, and it says ${String(quoted.word)}`;
    return isRight ? [] : [{ kind: quoted.isDeleted ? "undeleted" : "unexpected", what, slice: [quoted.line, line] }];
  });
}

/** The word that a client was last shown for a message must be the one found at the end. */
function shownOtherwise({ proc, applied, whole }: LogPart, found: FoundWords): Fault[] {
  if (whole === null) return [];
  const shown = new Map<number, { word: string | null; line: HistoryLine }>();
  for (const line of applied) {
    if ((line.kind !== "ChatMessage" && line.kind !== "MessageUpdated") || line.value === null) continue;
    const { message, word } = line.value as WordShown;
    if (line.kind === "ChatMessage" || shown.has(message)) shown.set(message, { word, line });
  }
  return [...shown].flatMap(([message, { word, line }]): Fault[] => {
    const [first] = found.get(message) ?? [];
    if (first === undefined || first.word === word) return [];
    const what = `${proc} was shown message ${message} saying ${String(word)}, and found is ${String(first.word)}`;
    return [{ kind: first.isDeleted ? "undeleted" : "lost", what, slice: [line, first.line] }];
  });
}
