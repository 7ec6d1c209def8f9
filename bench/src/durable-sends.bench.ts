import type { BenchReport } from "./bench-report.ts";
import { type Workload, fewRooms, manyRooms, peopleIn } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import { EJABBERD_VERSION, ejabberdPackage } from "./durable-sends/ejabberd-package.ts";
import { type EjabberdRun, EjabberdStage } from "./durable-sends/ejabberd-stage.ts";
import { messageRows, type PgbenchFigures, type PgbenchForm, runPgbench } from "./durable-sends/pgbench.ts";
import type { Gate } from "./gate.ts";
import { median } from "./median.ts";

/** PERF-4: how many pgbench clients commit the same rows, one message per transaction. */
const PGBENCH_CLIENTS = 16;
const LONE_RATIO_MAX = 3;
/** PERF-6: the CPU time limit per message. On the reference machine ejabberd 23.01, archiving to the same PostgreSQL, took 633 us of one core. */
const CPU_MICROSECONDS_MAX = 200;
const CPU_RATIO_MAX = CPU_MICROSECONDS_MAX / 633;

type Against = { readonly ours: WorkloadRun; readonly bare: PgbenchFigures; readonly stepwise: PgbenchFigures };
type Round = { readonly many: Against; readonly lone: Against };
type CpuRound = { readonly free: WorkloadRun; readonly pinned: WorkloadRun; readonly ejabberd: EjabberdRun | null };

/** PERF-4, PERF-6: compares durable sends over HTTP with bare commits of the same rows, in the same PostgreSQL and the same rounds. */
export async function benchDurableSends(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 3] : [5, 6];
  const many = await onStage(manyRooms, (stage) => times(rounds, () => measureAgainst(stage, seconds)));
  const few = await onStage(fewRooms, (stage) =>
    besideEjabberd(stage, (ejabberd) => times(rounds, () => measureCpu(stage, ejabberd, seconds))),
  );
  const commitsForSend = (form: "bare" | "stepwise"): number =>
    median(many.map((round) => round.many[form].perSecond / perSecond(round.many.ours)));
  const loneRatio = (form: "bare" | "stepwise"): number =>
    median(many.map(({ lone }) => lone.ours.sent.p50Ms / lone[form].p50Ms));
  return {
    name: "durable-sends",
    gates: [
      {
        title: "bare commits for each durable send, statement by statement",
        value: commitsForSend("stepwise"),
        limit: 1,
        unit: "",
      },
      { title: "bare commits for each durable send, one statement", value: commitsForSend("bare"), limit: 1, unit: "" },
      {
        title: "a lone send's p50 against a lone transaction's, statement by statement",
        value: loneRatio("stepwise"),
        limit: LONE_RATIO_MAX,
        unit: "",
      },
      {
        title: "a lone send's p50 against a lone transaction's, one statement",
        value: loneRatio("bare"),
        limit: LONE_RATIO_MAX,
        unit: "",
      },
      cpuGate(few),
    ],
    lines: [...againstLines(many), "", ...cpuLines(few)],
    figures: { many, few },
  };
}

async function onStage<T>(plan: Workload, work: (stage: WorkloadStage) => Promise<T>): Promise<T> {
  const stage = await WorkloadStage.open(plan);
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

async function times<T>(count: number, measure: () => Promise<T>): Promise<readonly T[]> {
  const measured: T[] = [];
  for (let round = 0; round <= count; round += 1) measured.push(await measure());
  return measured.slice(1);
}

async function measureAgainst(stage: WorkloadStage, seconds: number): Promise<Round> {
  const { plan, database } = stage;
  const bare = (clients: number, form: PgbenchForm, time: number): PgbenchFigures =>
    runPgbench(database.address, messageRows(plan, form), { clients, seconds: time });
  const many: Against = {
    ours: await stage.run(plan.senders, { kind: "closed", seconds }),
    bare: bare(PGBENCH_CLIENTS, "one statement", seconds),
    stepwise: bare(PGBENCH_CLIENTS, "statement by statement", seconds),
  };
  const loneSeconds = Math.ceil(seconds / 2);
  const lone: Against = {
    ours: await stage.run(1, { kind: "closed", seconds: loneSeconds }),
    bare: bare(1, "one statement", loneSeconds),
    stepwise: bare(1, "statement by statement", loneSeconds),
  };
  console.log(
    `durable sends ${perSecond(many.ours).toFixed(0)}/s, bare commits ${many.bare.perSecond.toFixed(0)}/s ` +
      `(statement by statement ${many.stepwise.perSecond.toFixed(0)}/s); alone ${lone.ours.sent.p50Ms.toFixed(2)} ms, ` +
      `bare ${lone.bare.p50Ms.toFixed(2)} ms (statement by statement ${lone.stepwise.p50Ms.toFixed(2)} ms)`,
  );
  return { many, lone };
}

/** Runs `work` with ejabberd on the same PostgreSQL, or with null if ejabberd is unavailable. */
async function besideEjabberd<T>(
  stage: WorkloadStage,
  work: (ejabberd: EjabberdStage | null) => Promise<T>,
): Promise<T> {
  const installed = ejabberdPackage();
  if ("missing" in installed) {
    console.log(`PERF-6 is held against ${CPU_MICROSECONDS_MAX} us and not against ejabberd: ${installed.missing}`);
    return await work(null);
  }
  const ejabberd = await EjabberdStage.open(installed, stage.plan, stage.database);
  try {
    return await work(ejabberd);
  } finally {
    await ejabberd.close();
  }
}

async function measureCpu(stage: WorkloadStage, peer: EjabberdStage | null, seconds: number): Promise<CpuRound> {
  const free = await stage.run(stage.plan.senders, { kind: "closed", seconds });
  stage.pin(true);
  const pinned = await stage.run(stage.plan.senders, { kind: "closed", seconds });
  peer?.pin(true);
  const ejabberd = (await peer?.run(seconds)) ?? null;
  peer?.pin(false);
  stage.pin(false);
  console.log(
    `CPU ${microseconds(free).toFixed(0)} us per message, on one core ${microseconds(pinned).toFixed(0)} us` +
      (ejabberd === null
        ? ""
        : `; ejabberd ${microseconds(ejabberd).toFixed(0)} us, ${perSecond(ejabberd).toFixed(0)}/s`),
  );
  return { free, pinned, ejabberd };
}

/** Compares within each round, so that noise affects both sides. */
function cpuGate(rounds: readonly CpuRound[]): Gate {
  const title = "CPU of server and database per durable message, on one core";
  const ratios = rounds.flatMap(({ pinned, ejabberd }) =>
    ejabberd === null ? [] : [microseconds(pinned) / microseconds(ejabberd)],
  );
  return ratios.length === 0
    ? {
        title,
        value: median(rounds.map(({ pinned }) => microseconds(pinned))),
        limit: CPU_MICROSECONDS_MAX,
        unit: "us",
      }
    : {
        title: `${title}, against ejabberd ${EJABBERD_VERSION}`,
        value: median(ratios),
        limit: CPU_RATIO_MAX,
        unit: "",
      };
}

type Sent = { readonly sent: { readonly stored: number; readonly seconds: number } };
type Used = Sent & { readonly serverSeconds: number; readonly databaseSeconds: number };
const perSecond = ({ sent }: Sent): number => sent.stored / sent.seconds;
const microseconds = (run: Used): number => ((run.serverSeconds + run.databaseSeconds) * 1e6) / run.sent.stored;

function againstLines(rounds: readonly Round[]): readonly string[] {
  const medianOf = (of: (round: Round) => number): number => median(rounds.map(of));
  const [ours, bare] = [
    medianOf((round) => perSecond(round.many.ours)),
    medianOf((round) => round.many.bare.perSecond),
  ];
  const stepwise = medianOf((round) => round.many.stepwise.perSecond);
  const lone = medianOf((round) => round.lone.ours.sent.p50Ms);
  const bareLone = medianOf((round) => round.lone.bare.p50Ms);
  const stepwiseLone = medianOf((round) => round.lone.stepwise.p50Ms);
  return [
    `| ${peopleIn(manyRooms)} sockets, ${manyRooms.title} | durable sends over HTTP | bare commits (pgbench) | statement by statement |`,
    "| --- | ---: | ---: | ---: |",
    `| ${manyRooms.senders} senders, ${PGBENCH_CLIENTS} clients | ${ours.toFixed(0)}/s | ${bare.toFixed(0)}/s | ${stepwise.toFixed(0)}/s |`,
    `| one alone, p50 | ${lone.toFixed(2)} ms | ${bareLone.toFixed(2)} ms | ${stepwiseLone.toFixed(2)} ms |`,
  ];
}

function cpuLines(rounds: readonly CpuRound[]): readonly string[] {
  const row = <Run extends Used>(
    title: string,
    runs: readonly Run[],
    messagesACommit: (run: Run) => number,
  ): string => {
    const medianOf = (figure: (run: Run) => number): string => median(runs.map(figure)).toFixed(0);
    const server = medianOf((run) => (run.serverSeconds * 1e6) / run.sent.stored);
    const database = medianOf((run) => (run.databaseSeconds * 1e6) / run.sent.stored);
    const cells = [`${medianOf(perSecond)}/s`, medianOf(messagesACommit), medianOf(microseconds), server, database];
    return `| ${title} | ${cells.join(" | ")} |`;
  };
  const ours = ({ commits }: WorkloadRun): number => commits.messages / commits.commits;
  const ejabberd = rounds.flatMap((round) => (round.ejabberd === null ? [] : [round.ejabberd]));
  return [
    `| ${fewRooms.title} of ${fewRooms.listenersPerRoom} listening members | durable sends | messages a commit | CPU us per message | server | database |`,
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    row(
      "on all cores",
      rounds.map(({ free }) => free),
      ours,
    ),
    row(
      "server and database on one core",
      rounds.map(({ pinned }) => pinned),
      ours,
    ),
    // ejabberd commits each message separately.
    ...(ejabberd.length === 0 ? [] : [row(`ejabberd ${EJABBERD_VERSION}, the same`, ejabberd, () => 1)]),
  ];
}
