import type { BenchReport } from "./bench-report.ts";
import { type FanOutRun, type Pace, runFanOut, type Stage } from "./fan-out-run.ts";
import type { Gate } from "./gate.ts";
import { Loader } from "./loader/loader.ts";
import { median } from "./median.ts";
import { Publisher } from "./publisher.ts";
import { startSubject } from "./subjects/start-subject.ts";
import { SUBJECT_NAMES, type SubjectName } from "./subjects/subject.ts";

/** Each round measures every server once, in another order each time. */
const ROUNDS = 5;

/** About the same number of deliveries in every run, enough for a CPU time well above its 10 ms steps. */
const SCENARIOS: readonly Scenario[] = [
  {
    title: "single events, 500 sockets",
    sockets: 500,
    limit: 0.6,
    pace: { requests: 240, eventsPerRequest: 1, everyMs: 10 },
  },
  {
    title: "bursts of ten, 500 sockets",
    sockets: 500,
    limit: 0.2,
    pace: { requests: 50, eventsPerRequest: 10, everyMs: 20 },
  },
  {
    title: "single events, 2,000 sockets",
    sockets: 2000,
    limit: 0.6,
    pace: { requests: 60, eventsPerRequest: 1, everyMs: 30 },
  },
  {
    title: "bursts of ten, 2,000 sockets",
    sockets: 2000,
    limit: 0.2,
    pace: { requests: 12, eventsPerRequest: 10, everyMs: 60 },
  },
];

type Scenario = {
  readonly title: string;
  readonly sockets: number;
  /** PERF-2: our CPU time per delivery divided by soketi's. */
  readonly limit: number;
  readonly pace: Pace;
};

type Round = ReadonlyMap<SubjectName, FanOutRun>;

/** PERF-2: the server's CPU time per delivery of a broadcast, ours beside soketi's and plain `ws.send`, in the same rounds. */
export async function benchFanOut(): Promise<BenchReport> {
  const results: { scenario: Scenario; rounds: readonly Round[] }[] = [];
  for (const sockets of new Set(SCENARIOS.map((scenario) => scenario.sockets))) {
    const scenarios = SCENARIOS.filter((scenario) => scenario.sockets === sockets);
    results.push(...(await measure(sockets, scenarios)));
  }
  return {
    name: "fan-out",
    gates: results.map(({ scenario, rounds }): Gate => {
      const value = medianRatio(rounds, "soketi");
      return { title: `CPU per delivery against soketi, ${scenario.title}`, value, limit: scenario.limit, unit: "" };
    }),
    lines: [
      "| scenario | server | CPU us per delivery | user | system | ours / this | last delivery ms |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
      ...results.flatMap(({ scenario, rounds }) => SUBJECT_NAMES.map((name) => tableRow(scenario, rounds, name))),
    ],
    figures: results.map(({ scenario, rounds }) => ({ ...scenario, rounds: rounds.map(Object.fromEntries) })),
  };
}

async function measure(sockets: number, scenarios: readonly Scenario[]) {
  const loader = new Loader();
  const stages: Stage[] = [];
  const results = scenarios.map((scenario) => ({ scenario, rounds: [] as Round[] }));
  try {
    for (const name of SUBJECT_NAMES) {
      const subject = await startSubject(name);
      stages.push({ subject, publisher: new Publisher(subject.port) });
      await loader.open(name, subject.port, sockets);
    }
    // The first round warms the servers up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { scenario, rounds } of results) {
        const measured = await measureRound(loader, stages, scenario, round);
        console.log(roundLine(scenario, round, measured));
        if (round > 0) rounds.push(measured);
      }
    }
  } finally {
    loader.stop();
    for (const { subject, publisher } of stages) {
      publisher.close();
      await subject.stop();
    }
  }
  return results;
}

async function measureRound(
  loader: Loader,
  stages: readonly Stage[],
  scenario: Scenario,
  round: number,
): Promise<Round> {
  const measured = new Map<SubjectName, FanOutRun>();
  for (let turn = 0; turn < stages.length; turn += 1) {
    const stage = stages[(turn + round) % stages.length];
    if (stage === undefined) continue;
    measured.set(stage.subject.name, await runFanOut(loader, stage, scenario.sockets, scenario.pace));
  }
  return measured;
}

/** Our CPU time divided by that of `base`: the median over the rounds of the ratio inside one round, so that noise of the machine hits both sides. */
function medianRatio(rounds: readonly Round[], base: SubjectName): number {
  return median(rounds.map((round) => figure(round, "cuplaj", cpuOf) / figure(round, base, cpuOf)));
}

function figure(round: Round, name: SubjectName, of: (run: FanOutRun) => number): number {
  const run = round.get(name);
  return run === undefined ? Number.NaN : of(run);
}

const cpuOf = (run: FanOutRun): number => run.userMicroseconds + run.systemMicroseconds;

function tableRow(scenario: Scenario, rounds: readonly Round[], name: SubjectName): string {
  const medianOf = (of: (run: FanOutRun) => number): number => median(rounds.map((round) => figure(round, name, of)));
  const cells = [
    medianOf(cpuOf).toFixed(2),
    medianOf((run) => run.userMicroseconds).toFixed(2),
    medianOf((run) => run.systemMicroseconds).toFixed(2),
    medianRatio(rounds, name).toFixed(2),
    medianOf((run) => run.lastDeliveryMs).toFixed(1),
  ];
  return `| ${scenario.title} | ${name} | ${cells.join(" | ")} |`;
}

function roundLine(scenario: Scenario, round: number, measured: Round): string {
  const costs = SUBJECT_NAMES.map((name) => `${name} ${figure(measured, name, cpuOf).toFixed(2)}`);
  return `${scenario.title}, ${round === 0 ? "warm-up" : `round ${round}`}: ${costs.join(", ")} us per delivery`;
}
