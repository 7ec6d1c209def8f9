import type { HistoryLine } from "../history/history-line.ts";

export interface DrainFacts {
  /** The first close code of each client's sockets, by client. */
  readonly firstCodes: ReadonlyMap<string, number>;
  /** The time from the first to the last of these closes, ms. */
  readonly closingMs: number;
  readonly offered: number;
  readonly cut: number;
  /** The reasons for which sends were cut, in brackets; empty if none were. */
  readonly reasons: string;
  /** The number of sends that were cut although the server had stored them, as their retries found. */
  readonly cutAfterStored: number;
  readonly refused: number;
}

export function readDrain(lines: readonly HistoryLine[], from: number, to: number): DrainFacts {
  const within = lines.filter(({ t_mono: at }) => at >= from && at <= to);
  const closings = within.filter(({ f, type }) => f === "socket" && type === "info");
  const first = new Map<string, HistoryLine>();
  for (const line of closings) if (!first.has(line.proc)) first.set(line.proc, line);
  const times = [...first.values()].map(({ t_mono: at }) => at);
  const publishes = within.filter(({ f }) => f === "publish");
  const unanswered = publishes.filter(({ type }) => type === "info");
  const cut = unanswered.filter(({ value }) => !/^\d{3}$/u.test(String(value)));
  const cutKeys = new Set(cut.map(({ key }) => key));
  const known = lines.filter(
    ({ f, type, key, value }) => f === "publish" && type === "ok" && value === "200" && cutKeys.has(key),
  );
  return {
    firstCodes: new Map([...first].map(([proc, { id }]) => [proc, id ?? 0])),
    closingMs: times.length === 0 ? 0 : Math.max(...times) - Math.min(...times),
    offered: publishes.filter(({ type }) => type === "invoke").length,
    cut: cut.length,
    reasons: cut.length === 0 ? "" : ` (${[...new Set(cut.map(({ value }) => String(value)))].join(", ")})`,
    cutAfterStored: known.length,
    refused: unanswered.length - cut.length,
  };
}
