import type { BenchReport } from "./bench-report.ts";
import { manyRooms, peopleIn } from "./durable-sends/chat-plan.ts";
import { type ChatRun, ChatStage } from "./durable-sends/chat-stage.ts";
import { median } from "./median.ts";

const PER_SECOND = 200;

type Round = ChatRun & { readonly commitMs: number; readonly tellMs: number };

/** From the request's first byte to the frame at the socket, at a rate that nobody waits for; reported, not gated. */
export async function benchPublishLatency(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 4] : [5, 10];
  const stage = await ChatStage.open(manyRooms);
  const measured: Round[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(stage, seconds));
  } finally {
    await stage.close();
  }
  const counted = measured.slice(1);
  const medianOf = (of: (round: Round) => number): number => median(counted.map(of));
  const http = medianOf(requestMs);
  const commit = medianOf((round) => round.commitMs);
  const fanOut = medianOf((round) => round.heard.meanMs) - http - commit;
  const share = (ms: number): string => `${ms.toFixed(2)} ms (${((100 * ms) / (http + commit + fanOut)).toFixed(0)} %)`;
  return {
    name: "publish-latency",
    gates: [],
    lines: [
      `${PER_SECOND} messages a second in ${manyRooms.title}, ${peopleIn(manyRooms)} sockets, open loop.`,
      "",
      "| | p50 ms | p99 ms | mean ms |",
      "| --- | ---: | ---: | ---: |",
      `| publish to delivered | ${["p50Ms", "p99Ms", "meanMs"].map((key) => medianOf(({ heard }) => figure(heard, key)).toFixed(2)).join(" | ")} |`,
      `| publish to answered | ${["p50Ms", "p99Ms", "meanMs"].map((key) => medianOf(({ sent }) => figure(sent, key)).toFixed(2)).join(" | ")} |`,
      "",
      `Of the mean to delivery: HTTP ${share(http)}, commit ${share(commit)}, fan-out ${share(fanOut)}.`,
    ],
    figures: counted,
  };
}

async function measure(stage: ChatStage, seconds: number): Promise<Round> {
  const before = await flightSeconds(stage.port);
  const run = await stage.run(stage.plan.senders, { kind: "open", perSecond: PER_SECOND, seconds });
  const after = await flightSeconds(stage.port);
  const perMessage = (part: "commit" | "tell"): number => ((after[part] - before[part]) * 1000) / run.sent.stored;
  const round = { ...run, commitMs: perMessage("commit"), tellMs: perMessage("tell") };
  const { heard } = round;
  console.log(
    `delivered p50 ${heard.p50Ms.toFixed(2)} ms, p99 ${heard.p99Ms.toFixed(2)} ms; commit ${round.commitMs.toFixed(2)} ms`,
  );
  return round;
}

/** The way in: half of what answering takes beside writing and telling, for the way in and the way out are alike. */
const requestMs = ({ sent, commitMs, tellMs }: Round): number => (sent.meanMs - commitMs - tellMs) / 2;

const figure = (report: object, key: string): number =>
  Number(Object.entries(report).find(([name]) => name === key)?.[1]);

/** What all messages together have waited for, as the server counts it. */
async function flightSeconds(port: number): Promise<{ readonly commit: number; readonly tell: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const seconds = (part: string): number =>
    Number(new RegExp(`^cuplaj_publish_seconds_total\\{part="${part}"\\} (\\S+)$`, "mu").exec(text)?.[1] ?? 0);
  return { commit: seconds("commit"), tell: seconds("tell") };
}
