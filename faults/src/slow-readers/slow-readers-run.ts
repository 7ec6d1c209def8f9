import { bounds } from "../bounds.ts";
import { startCrowd } from "../bystanders/crowd.ts";
import { type Probe, startProbe } from "../bystanders/probe.ts";
import { every } from "../clock.ts";
import { createRecorder } from "../history/recorder.ts";
import { type Product, startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { atMost, exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { quantile } from "../tabs/spread.ts";
import { findServer } from "../tabs/tab.ts";
import type { SlowCrowd } from "./crowd-process.ts";
import { floodApp } from "./flood.ts";
import type { ReaderEnd } from "./slow-reader.ts";

const slowReaderCount = 50;
const offeredBytes = 160 * 1024 * 1024;
const phaseSeconds = 10;
const rounds = 5;
const mib = 1024 * 1024;
const cutCode = 4200;
const { growthMib: growthMibMax, slowdown: slowdownMax } = bounds.slowReaders;

export const slowReaders: FaultRun = {
  name: "slow-readers",
  about: "LIVE-7: 50 readers that do not read, 160 MB offered: memory, cuts, and what the others feel",
  run: async (context) => reportFindings("slow-readers", await measure(context), context),
};

const crowdFile = new URL("./crowd-process.ts", import.meta.url);

interface Phase {
  readonly offered: number;
  /** How many bytes the slower of the two reading subscribers got. */
  readonly readBytes: number;
  readonly ends: readonly ReaderEnd[];
  readonly p50: number;
  readonly p99: number;
  readonly deliveries: number;
  readonly refused: number;
  /** How far the server's memory rose above its level at the start of the phase. */
  readonly growthMib: number;
}

async function measure(context: RunContext): Promise<Measured> {
  const { id, key, secret } = floodApp;
  const product = await startProduct({
    settings: { PUSHER_APP_ID: id, PUSHER_APP_KEY: key, PUSHER_APP_SECRET: secret },
  });
  try {
    const membersOf = (room: number) => [0, 1, 2, 3].map((index) => room * 4 + index);
    const world = await seedWorld(product, createRecorder(), { rooms: 5, people: 20, membersOf });
    const probe = await startProbe(await findServer(product.address), world.rooms);
    const calm: Phase[] = [];
    const crowded: Phase[] = [];
    // The first flood is not counted, since it grows the heap and warms up the code.
    await runPhase(product, probe, 0);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [phases, readers] of [
        [calm, 0],
        [crowded, slowReaderCount],
      ] as const) {
        const phase = await runPhase(product, probe, readers);
        phases.push(phase);
        context.say(
          `round ${round}, ${readers} slow readers: p50 ${phase.p50.toFixed(1)} ms, p99 ${phase.p99.toFixed(1)} ms, ` +
            `memory +${phase.growthMib.toFixed(0)} MiB, ${phase.ends.length} cut`,
        );
      }
    }
    probe.close();
    return { findings: judge(calm, crowded), errorLines: product.errors };
  } finally {
    await product.stop();
  }
}

function judge(calm: readonly Phase[], crowded: readonly Phase[]): Finding[] {
  const ends = crowded.flatMap((phase) => phase.ends);
  const median = (phases: readonly Phase[], of: (phase: Phase) => number): number => quantile(phases.map(of), 0.5);
  const [before, after] = [median(calm, ({ p99 }) => p99), median(crowded, ({ p99 }) => p99)];
  const deliveries = crowded.reduce((sum, phase) => sum + phase.deliveries, 0);
  return [
    {
      what: "offered to 50 readers that do not read, in each of five phases",
      measured: `${(median(crowded, ({ offered }) => offered) / mib).toFixed(0)} MiB`,
      bound: "at least 160 MB",
      holds: crowded.every(({ offered }) => offered >= 160_000_000),
    },
    exactly(
      "readers that did not read and were not closed with 4200",
      ends.filter(({ code }) => code !== cutCode).length,
      0,
    ),
    {
      what: "readers cut",
      measured: `${ends.length}, with ${(
        quantile(
          ends.map(({ bytes }) => bytes),
          0.5,
        ) / mib
      ).toFixed(1)} MiB kept for each (kernel and server)`,
      bound: `at least ${slowReaderCount * rounds}`,
      holds: ends.length >= slowReaderCount * rounds,
    },
    atMost(
      "memory of the server above the phase's start, worst phase",
      Math.max(...crowded.map(({ growthMib }) => growthMib)),
      growthMibMax,
      "MiB",
    ),
    {
      what: "p99 of the others' deliveries, median of five phases without and with slow readers",
      measured: `${before.toFixed(1)} ms and ${after.toFixed(1)} ms (${deliveries} deliveries)`,
      bound: `at most ${slowdownMax} times`,
      holds: deliveries > 0 && after <= before * slowdownMax + bounds.noiseMs,
    },
    exactly(
      "calls of the others that were not answered 2xx",
      [...calm, ...crowded].reduce((sum, { refused }) => sum + refused, 0),
      0,
    ),
    {
      what: "p50 of the same",
      measured: `${median(calm, ({ p50 }) => p50).toFixed(1)} ms and ${median(crowded, ({ p50 }) => p50).toFixed(1)} ms`,
      bound: "told, not bound",
      holds: true,
    },
  ];
}

async function runPhase(product: Product, probe: Probe, readers: number): Promise<Phase> {
  // Starts the processes first, since that occupies a core.
  const startOne = (): ReturnType<typeof startCrowd<SlowCrowd>> => startCrowd<SlowCrowd>(crowdFile);
  const [flooding, reading] = await Promise.all([startOne(), startOne()]);
  const start = product.residentBytes();
  let peak = start;
  const stop = every(100, () => (peak = Math.max(peak, product.residentBytes())));
  const { address } = product;
  const [flooded, ended, felt] = await Promise.all([
    flooding({ kind: "flood", address, bytes: offeredBytes, seconds: phaseSeconds }),
    reading({ kind: "slow", address, readers }),
    probe.measure(phaseSeconds),
  ]);
  stop();
  return {
    offered: flooded.kind === "flooded" ? flooded.offered : 0,
    readBytes: flooded.kind === "flooded" ? flooded.readBytes : 0,
    ends: ended.kind === "ended" ? ended.ends : [],
    p50: quantile(felt.deliveries, 0.5),
    p99: quantile(felt.deliveries, 0.99),
    deliveries: felt.deliveries.length,
    refused: felt.refused,
    growthMib: (peak - start) / mib,
  };
}
