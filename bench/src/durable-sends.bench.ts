import type { BenchReport } from "./bench-report.ts";
import { type ChatPlan, fewRooms, manyRooms, peopleIn } from "./durable-sends/chat-plan.ts";
import { type ChatRun, ChatStage } from "./durable-sends/chat-stage.ts";
import { type PgbenchFigures, runPgbench } from "./durable-sends/pgbench.ts";
import { median } from "./median.ts";

/** PERF-4: clients of pgbench that commit the same rows one a transaction. */
const PGBENCH_CLIENTS = 16;
/** PERF-5 */
const LONE_RATIO_MAX = 3;
/** PERF-6: ejabberd 23.01 with its archive in the same PostgreSQL takes 633 us, pinned to one core. */
const CPU_MICROSECONDS_MAX = 200;

type Against = { readonly ours: ChatRun; readonly bare: PgbenchFigures };
type Round = { readonly many: Against & { readonly stepwise: PgbenchFigures }; readonly lone: Against };
type CpuRound = { readonly free: ChatRun; readonly pinned: ChatRun };

/** PERF-4, PERF-5, PERF-6: durable sends over HTTP beside bare commits of the same rows on the same PostgreSQL, in the same rounds. */
export async function benchDurableSends(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 3] : [5, 6];
  const many = await onStage(manyRooms, (stage) => times(rounds, () => measureAgainst(stage, seconds)));
  const few = await onStage(fewRooms, (stage) => times(rounds, () => measureCpu(stage, seconds)));
  const manyRatio = median(many.map((round) => round.many.bare.perSecond / perSecond(round.many.ours)));
  const loneRatio = median(many.map((round) => round.lone.ours.sent.p50Ms / round.lone.bare.p50Ms));
  return {
    name: "durable-sends",
    gates: [
      { title: "bare commits per second for each durable send", value: manyRatio, limit: 1, unit: "" },
      { title: "a lone send's p50 against a lone transaction's", value: loneRatio, limit: LONE_RATIO_MAX, unit: "" },
      {
        title: "CPU of server and database per durable message, on one core",
        value: median(few.map(({ pinned }) => microseconds(pinned))),
        limit: CPU_MICROSECONDS_MAX,
        unit: "us",
      },
    ],
    lines: [...againstLines(many), "", ...cpuLines(few)],
    figures: { many, few },
  };
}

async function onStage<T>(plan: ChatPlan, work: (stage: ChatStage) => Promise<T>): Promise<T> {
  const stage = await ChatStage.open(plan);
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** The first time warms up and is not counted. */
async function times<T>(count: number, measure: () => Promise<T>): Promise<readonly T[]> {
  const measured: T[] = [];
  for (let round = 0; round <= count; round += 1) measured.push(await measure());
  return measured.slice(1);
}

async function measureAgainst(stage: ChatStage, seconds: number): Promise<Round> {
  const { plan, database } = stage;
  const ours = await stage.run(plan.senders, { kind: "closed", seconds });
  const clients = PGBENCH_CLIENTS;
  const bare = runPgbench(database.address, plan, { clients, seconds, form: "one statement" });
  const stepwise = runPgbench(database.address, plan, { clients, seconds, form: "statement by statement" });
  const lone = await stage.run(1, { kind: "closed", seconds: seconds / 2 });
  const loneSeconds = Math.ceil(seconds / 2);
  const bareLone = runPgbench(database.address, plan, { clients: 1, seconds: loneSeconds, form: "one statement" });
  console.log(
    `durable sends ${perSecond(ours).toFixed(0)}/s, bare commits ${bare.perSecond.toFixed(0)}/s ` +
      `(statement by statement ${stepwise.perSecond.toFixed(0)}/s); ` +
      `alone ${lone.sent.p50Ms.toFixed(2)} ms, bare ${bareLone.p50Ms.toFixed(2)} ms`,
  );
  return { many: { ours, bare, stepwise }, lone: { ours: lone, bare: bareLone } };
}

async function measureCpu(stage: ChatStage, seconds: number): Promise<CpuRound> {
  const free = await stage.run(stage.plan.senders, { kind: "closed", seconds });
  stage.pin(true);
  const pinned = await stage.run(stage.plan.senders, { kind: "closed", seconds });
  stage.pin(false);
  console.log(`CPU ${microseconds(free).toFixed(0)} us per message, on one core ${microseconds(pinned).toFixed(0)} us`);
  return { free, pinned };
}

const perSecond = (run: ChatRun): number => run.sent.stored / run.sent.seconds;
const microseconds = (run: ChatRun): number => ((run.serverSeconds + run.databaseSeconds) * 1e6) / run.sent.stored;

function againstLines(rounds: readonly Round[]): readonly string[] {
  const medianOf = (of: (round: Round) => number): number => median(rounds.map(of));
  const [ours, bare] = [
    medianOf((round) => perSecond(round.many.ours)),
    medianOf((round) => round.many.bare.perSecond),
  ];
  const stepwise = medianOf((round) => round.many.stepwise.perSecond);
  const lone = medianOf((round) => round.lone.ours.sent.p50Ms);
  const bareLone = medianOf((round) => round.lone.bare.p50Ms);
  return [
    `| ${peopleIn(manyRooms)} sockets, ${manyRooms.title} | durable sends over HTTP | bare commits (pgbench) | statement by statement |`,
    "| --- | ---: | ---: | ---: |",
    `| ${manyRooms.senders} senders, ${PGBENCH_CLIENTS} clients | ${ours.toFixed(0)}/s | ${bare.toFixed(0)}/s | ${stepwise.toFixed(0)}/s |`,
    `| one alone, p50 | ${lone.toFixed(2)} ms | ${bareLone.toFixed(2)} ms | |`,
  ];
}

function cpuLines(rounds: readonly CpuRound[]): readonly string[] {
  const row = (title: string, of: (round: CpuRound) => ChatRun): string => {
    const medianOf = (figure: (run: ChatRun) => number): string =>
      median(rounds.map((round) => figure(of(round)))).toFixed(0);
    const server = medianOf((run) => (run.serverSeconds * 1e6) / run.sent.stored);
    const database = medianOf((run) => (run.databaseSeconds * 1e6) / run.sent.stored);
    const perCommit = medianOf(({ flights }) => flights.messages / flights.flights);
    return `| ${title} | ${medianOf(perSecond)}/s | ${perCommit} | ${medianOf(microseconds)} | ${server} | ${database} |`;
  };
  return [
    `| ${fewRooms.title} of ${fewRooms.listenersPerRoom} listening members | durable sends | messages a commit | CPU us per message | server | database |`,
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    row("on all cores", ({ free }) => free),
    row("server and database on one core", ({ pinned }) => pinned),
  ];
}
