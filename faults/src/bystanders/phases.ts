import { bounds } from "../bounds.ts";
import { every, sleep } from "../clock.ts";
import type { Product } from "../product/product.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { quantile } from "../tabs/spread.ts";
import type { Felt, Probe } from "./probe.ts";

export interface Phase extends Felt {
  readonly peakBytes: number;
}

/** A run whose quiet and hostile phases alternate, so that comparing them does not depend on the machine's speed. */
export interface Turns {
  readonly product: Product;
  readonly probe: Probe;
  readonly rounds: number;
  readonly quietSeconds: number;
  readonly hostileSeconds: number;
  /** Attacks the product for `seconds`; resolves once the crowd has gone. */
  readonly press: (seconds: number) => Promise<void>;
  readonly say: (line: string) => void;
}

export interface Phases {
  readonly quiet: readonly Phase[];
  readonly hostile: readonly Phase[];
}

/** The pause after a hostile phase, ms, so that cleaning up does not count as quiet. */
const clearedUpMs = 5000;

/** Measures quiet and hostile phases in turn, after a quiet warm-up phase that does not count. */
export async function runInTurn(turns: Turns): Promise<Phases> {
  const { quietSeconds, hostileSeconds } = turns;
  const [quiet, hostile]: [Phase[], Phase[]] = [[], []];
  await runPhase(turns, quietSeconds);
  for (let round = 1; round <= turns.rounds; round += 1) {
    quiet.push(await runPhase(turns, quietSeconds));
    const [phase] = await Promise.all([runPhase(turns, hostileSeconds), turns.press(hostileSeconds)]);
    hostile.push(phase);
    turns.say(`round ${round}: quiet ${lineOf(quiet.at(-1))}; hostile ${lineOf(phase)}`);
    await sleep(clearedUpMs);
  }
  return { quiet, hostile };
}

async function runPhase({ product, probe }: Turns, seconds: number): Promise<Phase> {
  let peakBytes = product.residentBytes();
  const stop = every(100, () => (peakBytes = Math.max(peakBytes, product.residentBytes())));
  const felt = await probe.measure(seconds);
  stop();
  return { ...felt, peakBytes };
}

const p99 = (times: readonly number[]): number => quantile(times, 0.99);
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

function lineOf(phase: Phase | undefined): string {
  if (phase === undefined) return "nothing";
  const { calls, deliveries, refused, peakBytes } = phase;
  const figures = [`calls p99 ${p99(calls).toFixed(1)} ms`, `deliveries p99 ${p99(deliveries).toFixed(1)} ms`];
  return [...figures, `${refused} calls refused`, `peak ${mb(peakBytes)}`].join(", ");
}

/** Judges by how much other people's calls became slower and the server grew. `allowanceMs` is added to the time limits. */
export function judgePhases({ quiet, hostile }: Phases, allowanceMs: number = bounds.noiseMs): readonly Finding[] {
  const { growthBytes } = bounds.hostile;
  const began = quiet[0]?.peakBytes ?? 0;
  const grown = Math.max(...hostile.map(({ peakBytes }) => peakBytes)) - began;
  const refused = [...quiet, ...hostile].reduce((sum, phase) => sum + phase.refused, 0);
  return [
    {
      what: "memory of the server above the peak of the first quiet phase, worst phase",
      measured: `${mb(grown)} (above ${mb(began)})`,
      bound: `at most ${mb(growthBytes)}`,
      holds: began > 0 && grown <= growthBytes,
    },
    ...judgeTimes(
      "calls",
      quiet.map(({ calls }) => calls),
      hostile.map(({ calls }) => calls),
      allowanceMs,
    ),
    ...judgeTimes(
      "deliveries",
      quiet.map(({ deliveries }) => deliveries),
      hostile.map(({ deliveries }) => deliveries),
      allowanceMs,
    ),
    exactly("calls of the others that were not answered 2xx", refused, 0),
  ];
}

type Times = readonly (readonly number[])[];

function judgeTimes(what: string, quiet: Times, hostile: Times, allowanceMs: number): readonly Finding[] {
  const { slowdown } = bounds.hostile;
  const median = (phases: Times, share: number): number =>
    quantile(
      phases.map((times) => quantile(times, share)),
      0.5,
    );
  const between = (share: number): string =>
    `${median(quiet, share).toFixed(1)} ms and ${median(hostile, share).toFixed(1)} ms`;
  const count = hostile.reduce((sum, times) => sum + times.length, 0);
  return [
    {
      what: `p99 of the others' ${what}, median of ${quiet.length} phases each, quiet and hostile`,
      measured: `${between(0.99)} (${count} ${what} in the hostile ones)`,
      bound: `at most ${slowdown} times (and ${allowanceMs.toFixed(1)} ms)`,
      holds: count > 0 && median(hostile, 0.99) <= median(quiet, 0.99) * slowdown + allowanceMs,
    },
    { what: `p50 of the others' ${what}`, measured: between(0.5), bound: "told, not bound", holds: true },
  ];
}
