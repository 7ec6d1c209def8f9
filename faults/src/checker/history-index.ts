import type { ActionShown } from "../clients/room-log.ts";
import type { HistoryLine } from "../history/history-line.ts";

export interface Send {
  readonly key: string;
  readonly room: number;
  readonly proc: string;
  readonly lines: HistoryLine[];
  /** `ok` if any try was acknowledged, `fail` if every try certainly failed, and `info` otherwise. */
  outcome: "ok" | "fail" | "info";
  /** Whether some try got no response, so that its commit may be in doubt. */
  wasInDoubt: boolean;
}

export interface LogPart {
  readonly proc: string;
  readonly room: number;
  readonly load: HistoryLine;
  readonly applied: HistoryLine[];
  whole: HistoryLine | null;
}

export interface Reload {
  readonly proc: string;
  readonly room: number;
  readonly line: HistoryLine;
  readonly rows: HistoryLine[];
}

export interface HistoryIndex {
  readonly lines: readonly HistoryLine[];
  readonly sends: ReadonlyMap<string, Send>;
  readonly logs: readonly LogPart[];
  readonly reloads: readonly Reload[];
  readonly persons: ReadonlyMap<string, number>;
  readonly of: (f: HistoryLine["f"]) => readonly HistoryLine[];
}

export function actionIn({ kind, value }: HistoryLine, meant: ActionShown["action"]): ActionShown | null {
  if (kind !== "ChatMessageAction" || value === null) return null;
  const shown = value as ActionShown;
  return shown.action === meant ? shown : null;
}

export function indexHistory(lines: readonly HistoryLine[]): HistoryIndex {
  const byF = Map.groupBy(lines, ({ f }) => f);
  const of = (f: HistoryLine["f"]): readonly HistoryLine[] => byF.get(f) ?? [];
  return {
    lines,
    of,
    sends: collectSends(of("publish")),
    logs: collectLogs(lines),
    reloads: collectReloads(lines),
    persons: new Map(of("person").map(({ proc, value }) => [proc, Number(value)])),
  };
}

function collectSends(lines: readonly HistoryLine[]): Map<string, Send> {
  const sends = new Map<string, Send>();
  for (const [key, ofKey] of Map.groupBy(lines, (line) => line.key ?? "")) {
    const [first] = ofKey;
    if (first === undefined) continue;
    const counted = (type: HistoryLine["type"]): number => ofKey.filter((line) => line.type === type).length;
    const unanswered = counted("invoke") - counted("ok") - counted("fail") - counted("info");
    const wasInDoubt = counted("info") > 0 || unanswered > 0;
    const outcome = counted("ok") > 0 ? "ok" : wasInDoubt ? "info" : "fail";
    sends.set(key, { key, room: first.room ?? 0, proc: first.proc, lines: [...ofKey], outcome, wasInDoubt });
  }
  return sends;
}

function collectLogs(lines: readonly HistoryLine[]): LogPart[] {
  const parts: LogPart[] = [];
  const open = new Map<string, LogPart>();
  for (const line of lines) {
    const key = `${line.proc} ${line.room}`;
    if (line.f === "load") {
      const part: LogPart = { proc: line.proc, room: line.room ?? 0, load: line, applied: [], whole: null };
      parts.push(part);
      open.set(key, part);
    }
    if (line.f === "apply") open.get(key)?.applied.push(line);
    const part = line.f === "whole" ? open.get(key) : undefined;
    if (part !== undefined) part.whole = line;
  }
  return parts;
}

function collectReloads(lines: readonly HistoryLine[]): Reload[] {
  const reloads: Reload[] = [];
  const open = new Map<string, Reload>();
  for (const line of lines) {
    const key = `${line.proc} ${line.room}`;
    if (line.f === "reload") {
      const reload: Reload = { proc: line.proc, room: line.room ?? 0, line, rows: [] };
      reloads.push(reload);
      open.set(key, reload);
    }
    if (line.f === "stored") open.get(key)?.rows.push(line);
  }
  return reloads;
}
