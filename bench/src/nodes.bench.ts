import type { BenchReport } from "./bench-report.ts";
import { manyRooms, peopleIn } from "./durable-sends/workload.ts";
import { median } from "./median.ts";
import { type NodesRun, NodesStage, type Spent } from "./nodes/nodes-stage.ts";

const counts = [1, 3] as const;
const perSecond = 300;
const activeRooms = [0, 10_000, 50_000] as const;

interface Measured {
  readonly nodes: number;
  readonly runs: readonly NodesRun[];
  readonly rests: readonly { readonly rooms: number; readonly spent: Spent }[];
}

/** Measures what further nodes cost: each gets every message through Redis and reads every active room. This bench has no gate. */
export async function benchNodes(isQuick: boolean): Promise<BenchReport> {
  const [rounds, seconds] = isQuick ? [1, 4] : [5, 10];
  const all: Measured[] = [];
  for (const nodes of counts) all.push(await measure(nodes, rounds, seconds));
  return { name: "nodes", gates: [], lines: linesOf(all), figures: all };
}

async function measure(nodes: number, rounds: number, seconds: number): Promise<Measured> {
  const stage = await NodesStage.open(manyRooms, nodes);
  try {
    const runs: NodesRun[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const run = await stage.run(perSecond, seconds);
      console.log(`${nodes} nodes: servers ${perMessage(run, "servers")} us a message, p50 ${run.delivered.p50Ms} ms`);
      runs.push(run);
    }
    const rests: { rooms: number; spent: Spent }[] = [];
    for (const rooms of activeRooms) rests.push({ rooms, spent: await stage.rest(rooms, seconds * 2) });
    return { nodes, runs: runs.slice(1), rests };
  } finally {
    await stage.close();
  }
}

const perMessage = (run: NodesRun, part: "servers" | "database" | "redis"): number =>
  Math.round((run[part] * 1e6) / run.messages);

function linesOf(all: readonly Measured[]): readonly string[] {
  const rows = all.map(({ nodes, runs }) => {
    const medianOf = (of: (run: NodesRun) => number): string => median(runs.map(of)).toFixed(0);
    const cpu = (["servers", "database", "redis"] as const).map((part) => medianOf((run) => perMessage(run, part)));
    const bytes = medianOf((run) => run.busBytes / run.messages);
    const times = [medianOf((run) => run.delivered.p50Ms), medianOf((run) => run.delivered.p99Ms)];
    return `| ${[nodes, ...cpu, bytes, ...times].join(" | ")} |`;
  });
  const rests = all.flatMap(({ nodes, rests }) =>
    rests.map(({ rooms, spent }) => {
      const cpu = [spent.servers / nodes, spent.database, spent.redis];
      return `| ${[nodes, rooms, ...cpu.map((each) => ((each * 1000) / spent.seconds).toFixed(1))].join(" | ")} |`;
    }),
  );
  return [
    `${perSecond} messages a second in ${manyRooms.title}, ${peopleIn(manyRooms)} sockets, spread over the nodes; open loop.`,
    "",
    "| nodes | CPU us a message: all servers | database | Redis | bytes from Redis a message | delivered p50 ms | p99 ms |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    "",
    "| nodes | rooms active in the last 100 s, nobody sends | CPU ms a second: each server | database | Redis |",
    "| ---: | ---: | ---: | ---: | ---: |",
    ...rests,
  ];
}
