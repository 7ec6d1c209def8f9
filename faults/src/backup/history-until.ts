import type { HistoryLine } from "../history/history-line.ts";

const calls: ReadonlySet<HistoryLine["f"]> = new Set([
  ...(["publish", "read", "like", "take-over", "edit", "delete", "join", "leave"] as const),
]);
/** People, rooms, and what clients were shown. */
const known: ReadonlySet<HistoryLine["f"]> = new Set(["person", "room", "load", "apply", "upload"]);

/** Cuts a history to what a backup begun at `begunAt` (`t_mono`) must contain. Later responses go; later calls stay, outcome unknown. */
export function historyUntil(lines: readonly HistoryLine[], begunAt: number): HistoryLine[] {
  return lines.filter(({ f, type, t_mono: at }) => {
    if (calls.has(f)) return at <= begunAt || type === "invoke";
    return known.has(f) && (at <= begunAt || f === "upload");
  });
}
