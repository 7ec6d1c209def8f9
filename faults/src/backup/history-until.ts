import type { HistoryLine } from "../history/history-line.ts";

const calls: ReadonlySet<HistoryLine["f"]> = new Set([
  ...(["publish", "read", "like", "take-over", "edit", "delete", "join", "leave"] as const),
]);
/** Lines about people and rooms, and about what clients were shown. */
const known: ReadonlySet<HistoryLine["f"]> = new Set(["person", "room", "load", "apply", "upload"]);

/**
 * Reduces a history to what a backup begun at `begunAt` (`t_mono`) must contain. Later responses are dropped; calls without a response then have an
 * unknown outcome.
 */
export function historyUntil(lines: readonly HistoryLine[], begunAt: number): HistoryLine[] {
  return lines.filter(({ f, type, t_mono: at }) => {
    if (calls.has(f)) return at <= begunAt || type === "invoke";
    return known.has(f) && (at <= begunAt || f === "upload");
  });
}
