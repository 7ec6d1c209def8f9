import type { BenchReport } from "./bench-report.ts";
import { type FanOutRun, runFanOut } from "./fan-out-run.ts";
import { type Scenario, SCENARIOS } from "./fan-out-scenarios.ts";
import type { Gate } from "./gate.ts";
import { Loader } from "./loader/loader.ts";
import { median } from "./median.ts";
import { Publisher } from "./publisher.ts";
import { startSubject } from "./subjects/start-subject.ts";
import { type Subject, SUBJECT_NAMES, type SubjectName } from "./subjects/subject.ts";

const ROUNDS = 5;

type Stage = { readonly subject: Subject; readonly publisher: Publisher };
type Round = ReadonlyMap<SubjectName, FanOutRun>;

/** PERF-2: compares the CPU time per delivery of a broadcast with soketi and plain `ws.send`. */
export async function benchFanOut(): Promise<BenchReport> {
  const results: { scenario: Scenario; rounds: readonly Round[] }[] = [];
  for (const sockets of new Set(SCENARIOS.map((scenario) => scenario.sockets))) {
    const scenarios = SCENARIOS.filter((scenario) => scenario.sockets === sockets);
    results.push(...(await measure(sockets, scenarios)));
  }
  return {
    name: "fan-out",
    gates: results.flatMap(({ scenario, rounds }): Gate[] => {
      const value = medianRatio(rounds, "soketi");
      const title = `CPU per delivery against soketi, ${scenario.title}`;
      return scenario.limit === null ? [] : [{ title, value, limit: scenario.limit, unit: "" }];
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
      const publisher = new Publisher(subject.port);
      stages.push({ subject, publisher });
      await publisher.warmUp();
      await loader.open(name, subject.port, sockets);
    }
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

/** The median over all rounds of our CPU time relative to `base`. Comparing within each round lets noise affect both sides. */
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
