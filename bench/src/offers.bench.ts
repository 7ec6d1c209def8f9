import type { BenchReport } from "./bench-report.ts";
import { median } from "./median.ts";
import { offerGates } from "./offers/offer-gates.ts";
import { linesPerOffer } from "./offers/offer-plan.ts";
import { type BareRun, OfferStage, type StoredRun } from "./offers/offer-stage.ts";

/** Calls in flight, as from a program that has a thousand offers to store. */
const callsAtOnce = 64;
/** pgbench's connections, as many as in a server's pool. It is fastest with this number; with 48 it writes a third less. */
const connections = 12;

interface Round {
  readonly ours: StoredRun;
  readonly bare: BareRun;
}

/** PERF-18: a program stores new and changed offers, alternating with pgbench, which writes the same rows to the same database. */
export async function benchOffers(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 3] : [7, 6];
  const stage = await OfferStage.open();
  try {
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(stage, seconds, round % 2 === 0));
    return report(measured.slice(1));
  } finally {
    await stage.close();
  }
}

async function measure(stage: OfferStage, seconds: number, isBareFirst: boolean): Promise<Round> {
  const writeRows = () => stage.writeRows(connections, seconds);
  const first = isBareFirst ? await writeRows() : null;
  const ours = await stage.store(callsAtOnce, seconds);
  const round = { ours, bare: first ?? (await writeRows()) };
  console.log(
    `stored ${perSecond(round).toFixed(0)}/s, pgbench ${barePerSecond(round).toFixed(0)}/s: ${ratioOf(round).toFixed(2)}`,
  );
  return round;
}

const perSecond = ({ ours: { report } }: Round): number => report.stored / report.seconds;
const barePerSecond = ({ bare }: Round): number => bare.perSecond;
const ratioOf = (round: Round): number => perSecond(round) / barePerSecond(round);

function report(rounds: readonly Round[]): BenchReport {
  const medianOf = (of: (round: Round) => number, digits = 0): string => median(rounds.map(of)).toFixed(digits);
  const microseconds = (of: (run: StoredRun) => number): string =>
    medianOf(({ ours }) => (of(ours) * 1e6) / ours.report.stored);
  return {
    name: "offers",
    gates: offerGates(rounds.map(ratioOf)),
    lines: [
      `| ${linesPerOffer} lines, every second offer a change of two, ${callsAtOnce} at once | offers/s | p50 ms | p99 ms | server CPU us | database CPU us |`,
      "| --- | ---: | ---: | ---: | ---: | ---: |",
      `| stored by a program | ${medianOf(perSecond)} | ${medianOf(({ ours }) => ours.report.p50Ms, 1)} | ${medianOf(({ ours }) => ours.report.p99Ms, 1)} | ${microseconds((run) => run.serverSeconds)} | ${microseconds((run) => run.databaseSeconds)} |`,
      `| pgbench, the same rows | ${medianOf(barePerSecond)} | | | | ${medianOf(({ bare }) => (bare.databaseSeconds * 1e6) / bare.written)} |`,
    ],
    figures: { rounds, ratios: rounds.map(ratioOf) },
  };
}
