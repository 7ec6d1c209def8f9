import type { Happening, HistoryLine } from "../history/history-line.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";

interface Tally {
  readonly offered: number;
  readonly ok: number;
  readonly fail: number;
  readonly info: number;
}

/** The figures of a run. Times are measured from the planned moment, ms, so that a slow server cannot hide its queue. */
export interface Figures {
  readonly calls: Readonly<Partial<Record<Happening, Tally>>>;
  /** Times from a message's planned moment to its 2xx. */
  readonly ack: Percentiles;
  /** Times from a message's planned moment to each of its live frames. */
  readonly deliver: Percentiles;
  /** Times from the loss of a socket until the client has caught up again. */
  readonly catchUp: Percentiles;
}

const calls: readonly Happening[] = ["publish", "read", "like", "take-over", "join", "leave", "sync", "subscribe"];

export function figuresOf(lines: readonly HistoryLine[]): Figures {
  const byF = Map.groupBy(lines, ({ f }) => f);
  const of = (f: Happening): readonly HistoryLine[] => byF.get(f) ?? [];
  const sends = of("publish");
  const planned = new Map<string | null, number>();
  for (const { type, key, value } of sends) if (type === "invoke" && !planned.has(key)) planned.set(key, Number(value));
  const sincePlanned = ({ key, t_mono: at }: HistoryLine): number[] => {
    const start = key === null ? undefined : planned.get(key);
    return start === undefined ? [] : [at - start];
  };
  return {
    calls: Object.fromEntries(calls.map((f) => [f, tallyOf(of(f))])),
    ack: percentiles(sends.filter(({ type }) => type === "ok").flatMap(sincePlanned)),
    deliver: percentiles(of("live").flatMap(sincePlanned)),
    catchUp: percentiles(of("caught-up").map(({ value }) => Number(value))),
  };
}

function tallyOf(lines: readonly HistoryLine[]): Tally {
  const count = (type: HistoryLine["type"]): number => lines.filter((line) => line.type === type).length;
  const [ok, fail, info] = [count("ok"), count("fail"), count("info")];
  return { offered: Math.max(count("invoke"), ok + fail + info), ok, fail, info };
}
