import type { HistoryLine } from "../history/history-line.ts";
import { checkFiles } from "./check-files.ts";
import { checkLeaks } from "./check-leaks.ts";
import { checkLikes } from "./check-likes.ts";
import { checkLive } from "./check-live.ts";
import { checkLogs } from "./check-logs.ts";
import { checkPresence } from "./check-presence.ts";
import { checkStored } from "./check-stored.ts";
import { checkTakeOvers } from "./check-take-overs.ts";
import { checkUnread } from "./check-unread.ts";
import { checkWords } from "./check-words.ts";
import { type HistoryIndex, indexHistory } from "./history-index.ts";
import { type Fault, type FaultKind, faultKinds, type Verdict } from "./verdict.ts";

export function check(lines: readonly HistoryLine[], processes = 1): Verdict {
  const history = indexHistory(lines);
  const live = checkLive(history, processes);
  const messages = storedSends(history);
  const observers = new Set(history.logs.filter(({ applied }) => applied.length > 0).map(({ proc }) => proc)).size;
  const faults = [
    ...checkStored(history),
    ...checkLogs(history),
    ...live.faults,
    ...checkLeaks(history),
    ...checkUnread(history),
    ...checkLikes(history),
    ...checkTakeOvers(history),
    ...checkWords(history),
    ...checkPresence(history),
    ...checkFiles(history),
    ...nothingChecked(messages.length, observers),
  ];
  const counts = Object.fromEntries(
    faultKinds.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length]),
  ) as Record<FaultKind, number>;
  return {
    messages: messages.length,
    observers,
    lines: lines.length,
    counts,
    recoveredInfo: messages.filter(({ outcome }) => outcome === "info").length,
    announcedLate: live.announcedLate,
    resets: history.of("sync").filter(({ kind }) => kind === "reset").length,
    faults,
    isSound: faults.length === 0,
  };
}

function storedSends(history: HistoryIndex): { outcome: string }[] {
  const stored = new Set(history.of("stored").map(({ key }) => key));
  return [...history.sends.values()].filter(({ key }) => stored.has(key));
}

/** Fails a run that checked nothing, since it proves nothing. */
function nothingChecked(messages: number, observers: number): Fault[] {
  if (messages > 0 && observers > 0) return [];
  return [{ kind: "empty", what: `${messages} messages and ${observers} observers were there to check`, slice: [] }];
}
