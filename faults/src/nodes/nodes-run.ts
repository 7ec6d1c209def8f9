import { join } from "node:path";
import { fileLoad } from "../files/file-load.ts";
import { runHistory, type Stage } from "../history-run.ts";
import { type Product, repository } from "../product/product.ts";
import type { FaultRun, ReportNotes, RunContext, RunResult } from "../run.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { reportFindings } from "../tabs/findings-report.ts";
import { openPushRoom } from "./across-nodes.ts";
import { type Cluster, missingForCluster, nodesCount, startCluster, startOthers } from "./cluster.ts";
import { hasShortRetries } from "./network.ts";
import { playTrouble, triesMax } from "./play-trouble.ts";
import { findReleaseBefore, unpackRelease } from "./release-before.ts";
import { troublesOf } from "./troubles.ts";

const [pushRoomMembers, sparePerTrouble, troublesMax] = [6, 2 + triesMax, 10];

export const nodes: FaultRun = {
  name: "nodes",
  about:
    "ERR-3, LIM-2a, AUTH-4, PUSH-2: three nodes are upgraded, killed, slowed and cut off from each other part, and lose Redis and the primary",
  async run(context) {
    const missing = missingForCluster();
    if (missing !== null) return { kind: "skipped", why: missing };
    const before = findReleaseBefore(context.before);
    if (before === null) return { kind: "skipped", why: `there is no commit ${context.before ?? "before this one"}` };
    const release = unpackRelease(before);
    context.say(`upgraded from ${before}`);
    try {
      const cluster = await startCluster(release.tree);
      try {
        return await runOn(cluster, context);
      } finally {
        await cluster.dispose();
      }
    } finally {
      release.remove();
    }
  },
};

async function runOn(cluster: Cluster, context: RunContext): Promise<RunResult> {
  const others: Product[] = [];
  const findings: Finding[] = [];
  const trouble = async (stage: Stage): Promise<ReportNotes> => {
    findings.push(...(await playAll(stage, cluster, others)));
    return {};
  };
  const storageOf = ({ product }: Stage) => ({
    workFolder: join(product.dataDir, "work"),
    list: () => cluster.s3.list(),
  });
  const load = fileLoad({ seconds: null, cutShare: 0, trouble, storageOf });
  const people = load.size.people + pushRoomMembers + troublesMax * sparePerTrouble;
  try {
    const { verdict, report } = await runHistory(
      {
        ...load,
        name: "nodes-history",
        size: { ...load.size, people },
        product: cluster.optionsOf(0),
        processes: nodesCount,
        async addressOf() {
          await startOthers(cluster, others);
          return cluster.balancer.address;
        },
      },
      context,
    );
    const faults = Object.values(verdict.counts).reduce((sum, count) => sum + count, 0);
    const files = Number(report.notes["files downloaded"] ?? 0);
    findings.push(
      exactly(`faults of any kind in the history of ${verdict.messages} messages and ${files} files`, faults, 0),
    );
    const skipped = hasShortRetries ? [] : ["the times after lost packets, since TCP retries late before Linux 6.15"];
    return reportFindings("nodes", { findings, skipped }, context);
  } finally {
    for (const product of others) await product.stop();
  }
}

async function playAll(stage: Stage, cluster: Cluster, others: readonly Product[]): Promise<Finding[]> {
  const { world, product, random } = stage;
  const spare = world.people.filter(({ id }) =>
    world.rooms.every(({ members }) => members.every((one) => one.id !== id)),
  );
  const pushRoom = await openPushRoom(
    { ...product, ...cluster.balancer, random },
    spare.splice(0, pushRoomMembers),
    cluster.pushReceivers,
  );
  const findings: Finding[] = [];
  const scene = { cluster, products: [product, ...others], newTree: repository, random };
  for (const trouble of troublesOf(scene))
    findings.push(...(await playTrouble({ stage, cluster, pushRoom, spare }, trouble)));
  return findings;
}
