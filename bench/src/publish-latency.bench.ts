import type { BenchReport } from "./bench-report.ts";
import { manyRooms, peopleIn } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import { median } from "./median.ts";

const PER_SECOND = 200;

/** The mean time per message, ms. */
const commitMs = ({ commits }: WorkloadRun): number => (commits.commitSeconds * 1000) / commits.messages;
const broadcastMs = ({ commits }: WorkloadRun): number => (commits.broadcastSeconds * 1000) / commits.messages;

/** Measures the time from a request's first byte to the frame at the socket, at a rate that causes no queues. This bench has no gate. */
export async function benchPublishLatency(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 4] : [5, 10];
  const stage = await WorkloadStage.open(manyRooms);
  const measured: WorkloadRun[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(stage, seconds));
  } finally {
    await stage.close();
  }
  const counted = measured.slice(1);
  const medianOf = (of: (round: WorkloadRun) => number): number => median(counted.map(of));
  const http = medianOf(requestMs);
  const commit = medianOf(commitMs);
  const fanOut = medianOf((round) => round.received.meanMs) - http - commit;
  const share = (ms: number): string => `${ms.toFixed(2)} ms (${((100 * ms) / (http + commit + fanOut)).toFixed(0)} %)`;
  return {
    name: "publish-latency",
    gates: [],
    lines: [
      `${PER_SECOND} messages a second in ${manyRooms.title}, ${peopleIn(manyRooms)} sockets, open loop.`,
      "",
      "| | p50 ms | p99 ms | mean ms |",
      "| --- | ---: | ---: | ---: |",
      `| publish to delivered | ${["p50Ms", "p99Ms", "meanMs"].map((key) => medianOf(({ received }) => figure(received, key)).toFixed(2)).join(" | ")} |`,
      `| publish to answered | ${["p50Ms", "p99Ms", "meanMs"].map((key) => medianOf(({ sent }) => figure(sent, key)).toFixed(2)).join(" | ")} |`,
      "",
      `Of the mean to delivery: HTTP ${share(http)}, commit ${share(commit)}, fan-out ${share(fanOut)}.`,
    ],
    figures: counted,
  };
}

async function measure(stage: WorkloadStage, seconds: number): Promise<WorkloadRun> {
  const run = await stage.run(stage.plan.senders, { kind: "open", perSecond: PER_SECOND, seconds });
  const [p50, p99] = [run.received.p50Ms.toFixed(2), run.received.p99Ms.toFixed(2)];
  console.log(`delivered p50 ${p50} ms, p99 ${p99} ms; commit ${commitMs(run).toFixed(2)} ms`);
  return run;
}

/** How long a request takes to arrive, ms: half of the response time not spent on writing and broadcasting, if both directions take equally long. */
const requestMs = (run: WorkloadRun): number => (run.sent.meanMs - commitMs(run) - broadcastMs(run)) / 2;

const figure = (report: object, key: string): number =>
  Number(Object.entries(report).find(([name]) => name === key)?.[1]);
