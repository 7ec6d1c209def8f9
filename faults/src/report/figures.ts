import type { Happening, HistoryLine } from "../history/history-line.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";

/** How often something was asked for and what became of it. */
export interface Tally {
  readonly offered: number;
  readonly ok: number;
  readonly fail: number;
  readonly info: number;
}

/** What can be measured in a history. Times are ms from the planned moment, so that a slow server cannot hide its queue. */
export interface Figures {
  readonly calls: Readonly<Partial<Record<Happening, Tally>>>;
  /** From the planned time of a message to its 2xx. */
  readonly ack: Percentiles;
  /** From the planned time of a message to each live frame of it. */
  readonly deliver: Percentiles;
  /** From the loss of a socket to being whole again. */
  readonly catchUp: Percentiles;
}

const calls: readonly Happening[] = ["publish", "read", "join", "leave", "sync", "subscribe"];

/** Counts and times of a history. */
export function figuresOf(lines: readonly HistoryLine[]): Figures {
  const planned = new Map<string, number>();
  const ack: number[] = [];
  const deliver: number[] = [];
  const catchUp: number[] = [];
  for (const { f, type, key, value, t_mono: at } of lines) {
    const start = planned.get(key ?? "");
    if (f === "publish" && type === "invoke" && key !== null && start === undefined) planned.set(key, Number(value));
    if (f === "publish" && type === "ok" && start !== undefined) ack.push(at - start);
    if (f === "live" && start !== undefined) deliver.push(at - start);
    if (f === "caught-up") catchUp.push(Number(value));
  }
  return {
    calls: Object.fromEntries(calls.map((f) => [f, tallyOf(lines.filter((line) => line.f === f))])),
    ack: percentiles(ack),
    deliver: percentiles(deliver),
    catchUp: percentiles(catchUp),
  };
}

function tallyOf(lines: readonly HistoryLine[]): Tally {
  const count = (type: HistoryLine["type"]): number => lines.filter((line) => line.type === type).length;
  const [ok, fail, info] = [count("ok"), count("fail"), count("info")];
  return { offered: Math.max(count("invoke"), ok + fail + info), ok, fail, info };
}
