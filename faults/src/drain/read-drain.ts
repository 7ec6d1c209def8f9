import type { HistoryLine } from "../history/history-line.ts";

/** What a history says of the time in which a server left. */
export interface DrainFacts {
  /** The code that each client's socket was closed with first. */
  readonly firstCodes: ReadonlyMap<string, number>;
  /** From the first to the last of these closings (ms). */
  readonly closingMs: number;
  readonly offered: number;
  /** Sends that were cut without an answer. */
  readonly cut: number;
  /** How these failed, in brackets; empty when there are none. */
  readonly reasons: string;
  /** Of those the ones that the server had taken in: sent again, they were known already. */
  readonly cutAfterStored: number;
  /** Answered 5xx. */
  readonly refused: number;
}

/** Reads a history between two moments (`t_mono`). */
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
