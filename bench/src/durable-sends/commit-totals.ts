import { readMetrics } from "../read-metrics.ts";

/** Counts and durations in seconds, summed over all messages. */
export interface CommitTotals {
  readonly messages: number;
  readonly commits: number;
  readonly commitSeconds: number;
  readonly broadcastSeconds: number;
}

/** Reads the counters from the metrics. Servers from before decision 0020 use the second names. */
export async function commitTotals(port: number): Promise<CommitTotals> {
  const lines = await readMetrics(port);
  const total = (...names: string[]): number =>
    names.map((name) => lines.get(`cuplaj_publish_${name}`)).find((value) => value !== undefined) ?? 0;
  return {
    messages: total("messages_total"),
    commits: total("commits_total", "flights_total"),
    commitSeconds: total('seconds_total{part="commit"}'),
    broadcastSeconds: total('seconds_total{part="broadcast"}', 'seconds_total{part="tell"}'),
  };
}

export function commitsSince(before: CommitTotals, after: CommitTotals): CommitTotals {
  return {
    messages: after.messages - before.messages,
    commits: after.commits - before.commits,
    commitSeconds: after.commitSeconds - before.commitSeconds,
    broadcastSeconds: after.broadcastSeconds - before.broadcastSeconds,
  };
}
