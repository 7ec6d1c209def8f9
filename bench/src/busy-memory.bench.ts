import type { BenchReport } from "./bench-report.ts";
import { crowded } from "./durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "./durable-sends/workload-stage.ts";
import { processTree, residentBytes } from "./process-usage.ts";
import { readMetrics } from "./read-metrics.ts";

const SAMPLED_EVERY_MS = 500;
const RESIDENT_MIB_MAX = 250;

type Held = {
  readonly resident: number;
  readonly young: number;
  readonly old: number;
  /** `Buffer`s and other off-heap memory that heap objects own. */
  readonly buffers: number;
  /** All other memory: code, stacks and malloc's reserves. */
  readonly native: number;
};

/** PERF-21: the peak resident memory of the main process, and its parts, while 100 people send in a closed loop. */
export async function benchBusyMemory(isQuick: boolean): Promise<BenchReport> {
  const stage = await WorkloadStage.open(crowded);
  try {
    const empty = await heldBy(stage);
    const samples: Held[] = [];
    const sampling = setInterval(() => void heldBy(stage).then((held) => samples.push(held)), SAMPLED_EVERY_MS);
    const run = await stage
      .run(crowded.senders, { kind: "closed", seconds: isQuick ? 10 : 60 })
      .finally(() => clearInterval(sampling));
    const highest = samples.reduce((most, each) => (each.resident > most.resident ? each : most), empty);
    return report(run, { empty, highest, children: childrenOf(stage) });
  } finally {
    await stage.close();
  }
}

async function heldBy({ serverPid, port }: WorkloadStage): Promise<Held> {
  const metrics = await readMetrics(port);
  const resident = residentBytes(serverPid);
  const metric = (name: string): number => metrics.get(`nodejs_${name}`) ?? Number.NaN;
  const young = metric('heap_space_size_total_bytes{space="new"}');
  const [heap, buffers] = [metric("heap_size_total_bytes"), metric("external_memory_bytes")];
  const parts = { resident, young, old: heap - young, buffers, native: resident - heap - buffers };
  return mapValues(parts, (bytes) => bytes / 2 ** 20);
}

const mapValues = <Key extends string>(of: Record<Key, number>, change: (value: number) => number) =>
  Object.fromEntries(Object.entries<number>(of).map(([key, value]) => [key, change(value)])) as Record<Key, number>;

/** The memory of child processes, MiB: PostgreSQL's, which share most of it, and the others'. */
function childrenOf({ serverPid, database }: WorkloadStage): { database: number; others: number } {
  const sum = (pids: readonly number[]): number => pids.reduce((all, pid) => all + residentBytes(pid), 0) / 2 ** 20;
  const ofDatabase = processTree(database.pid);
  const others = processTree(serverPid).filter((pid) => pid !== serverPid && !ofDatabase.includes(pid));
  return { database: sum(ofDatabase), others: sum(others) };
}

type Found = { readonly empty: Held; readonly highest: Held; readonly children: ReturnType<typeof childrenOf> };

function report({ sent }: WorkloadRun, { empty, highest, children }: Found): BenchReport {
  const row = (title: string, held: Held): string =>
    `| ${[title, ...[held.resident, held.young, held.old, held.buffers, held.native].map((mib) => mib.toFixed(0))].join(" | ")} |`;
  const perSecond = sent.stored / sent.seconds;
  return {
    name: "busy-memory",
    gates: [
      {
        title: `resident memory of the server's main process under ${crowded.senders} senders`,
        value: highest.resident,
        limit: RESIDENT_MIB_MAX,
        unit: "MiB",
      },
    ],
    lines: [
      `${crowded.title} of ${crowded.listenersPerRoom} listening members, ${perSecond.toFixed(0)} sends/s for ${sent.seconds.toFixed(0)} s:`,
      "",
      "| main process, MiB | resident | young heap | old heap | buffers | native |",
      "| --- | ---: | ---: | ---: | ---: | ---: |",
      row("before", empty),
      row("at its highest", highest),
      "",
      `Not counted: PostgreSQL ${children.database.toFixed(0)} MiB with what its processes share counted in each, other processes of the server ${children.others.toFixed(0)} MiB.`,
    ],
    figures: { perSecond, empty, highest, children },
  };
}
