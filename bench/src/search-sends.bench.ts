import type { BenchReport } from "./bench-report.ts";
import { manyRooms, peopleIn } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import type { SendPace } from "./durable-sends/send-messages.ts";
import { median } from "./median.ts";
import { percentile } from "./percentile.ts";
import { indexingGates } from "./search/search-gates.ts";
import { findSaid } from "./search/find-said.ts";
import { IndexHold } from "./search/index-hold.ts";

const ordinaryPerSecond = 20;

interface Round {
  readonly indexed: WorkloadRun;
  readonly held: WorkloadRun;
  /** How long it takes to index what is left after sends with and without indexing, ms. */
  readonly indexedLateMs: number;
  readonly heldLateMs: number;
}

/** PERF-15: how much indexing slows down sends, measured alternately with and without it, and how soon a message is found. */
export async function benchSearchSends(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 3] : [9, 6];
  const stage = await WorkloadStage.open(manyRooms);
  const hold = await IndexHold.open(stage.database);
  try {
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      measured.push(await measure(stage, hold, seconds, round % 2 === 0));
    const ordinary = await findDuring(stage, { kind: "open", perSecond: ordinaryPerSecond, seconds: seconds * 5 });
    await hold.untilIndexed();
    const busy = await findDuring(stage, { kind: "closed", seconds: seconds * 3 });
    return report(measured.slice(1), { ordinary, busy });
  } finally {
    await hold.close();
    await stage.close();
  }
}

async function measure(stage: WorkloadStage, hold: IndexHold, seconds: number, isHeldFirst: boolean): Promise<Round> {
  const send = () => stage.run(stage.plan.senders, { kind: "closed", seconds });
  const withIndex = async () => ({ indexed: await send(), indexedLateMs: await hold.untilIndexed() });
  const without = async () => ({ held: await hold.during(send), heldLateMs: await hold.untilIndexed() });
  await hold.untilIndexed();
  const round = isHeldFirst
    ? { ...(await without()), ...(await withIndex()) }
    : { ...(await withIndex()), ...(await without()) };
  console.log(
    `indexed ${perSecond(round.indexed).toFixed(0)}/s (caught up ${round.indexedLateMs.toFixed(0)} ms later), ` +
      `not ${perSecond(round.held).toFixed(0)}/s (${round.heldLateMs.toFixed(0)} ms later): ${ratioOf(round).toFixed(2)}`,
  );
  return round;
}

async function findDuring(stage: WorkloadStage, pace: SendPace): Promise<readonly number[]> {
  let isOver = false;
  const [times] = await Promise.all([
    findSaid(stage.port, stage.plan, () => isOver),
    stage.run(stage.plan.senders, pace).finally(() => (isOver = true)),
  ]);
  return times;
}

const perSecond = ({ sent }: WorkloadRun): number => sent.stored / sent.seconds;
const ratioOf = ({ indexed, held }: Round): number => perSecond(indexed) / perSecond(held);
const microseconds = ({ serverSeconds, databaseSeconds, sent }: WorkloadRun): number =>
  ((serverSeconds + databaseSeconds) * 1e6) / sent.stored;

interface Found {
  readonly ordinary: readonly number[];
  readonly busy: readonly number[];
}

function report(rounds: readonly Round[], found: Found): BenchReport {
  const medianOf = (of: (round: Round) => number): string => median(rounds.map(of)).toFixed(0);
  const row = (title: string, of: (round: Round) => WorkloadRun, lateMs: (round: Round) => number): string =>
    `| ${title} | ${medianOf((round) => perSecond(of(round)))}/s | ${medianOf((round) => microseconds(of(round)))} | ${medianOf(lateMs)} |`;
  const foundRow = (title: string, times: readonly number[]): string =>
    `| ${title} (${times.length} times) | ${[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0)).join(" | ")} |`;
  return {
    name: "search-sends",
    gates: indexingGates(rounds.map(ratioOf), found.ordinary),
    lines: [
      `| ${peopleIn(manyRooms)} sockets, ${manyRooms.title}, ${manyRooms.senders} senders | durable sends | CPU us per message | all indexed after, ms |`,
      "| --- | ---: | ---: | ---: |",
      row(
        "indexed behind them",
        ({ indexed }) => indexed,
        ({ indexedLateMs }) => indexedLateMs,
      ),
      row(
        "not indexed",
        ({ held }) => held,
        ({ heldLateMs }) => heldLateMs,
      ),
      "",
      "| from a send's answer until it is found | p50 ms | p95 | longest |",
      "| --- | ---: | ---: | ---: |",
      foundRow(`at ${ordinaryPerSecond} messages a second`, found.ordinary),
      foundRow("while everybody sends as fast as they can", found.busy),
    ],
    figures: { rounds, ratios: rounds.map(ratioOf), found },
  };
}
