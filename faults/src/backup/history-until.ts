import type { HistoryLine } from "../history/history-line.ts";

/** Calls that change what is stored. */
const calls: ReadonlySet<HistoryLine["f"]> = new Set([
  ...(["publish", "read", "like", "take-over", "edit", "delete", "join", "leave"] as const),
]);
/** Who and what there was, and what people were shown. */
const known: ReadonlySet<HistoryLine["f"]> = new Set(["person", "room", "load", "apply", "upload"]);

/**
 * A history as a backup that was begun at `t_mono` has to know it: what was answered and shown until then must be in it, and of what was
 * asked later, or not answered yet, nobody knows.
 */
export function historyUntil(lines: readonly HistoryLine[], begunAt: number): HistoryLine[] {
  return lines.filter(({ f, type, t_mono: at }) => {
    if (calls.has(f)) return at <= begunAt || type === "invoke";
    return known.has(f) && (at <= begunAt || f === "upload");
  });
}
