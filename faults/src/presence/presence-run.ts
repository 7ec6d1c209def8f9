import { createRecorder } from "../history/recorder.ts";
import { startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun } from "../run.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { findServer } from "../tabs/tab.ts";
import { runCrashedServer } from "./crashed-server.ts";
import { runHalfOpen } from "./half-open.ts";
import { runKilledClient } from "./killed-client.ts";
import { runSeveralTabs } from "./several-tabs.ts";
import { startWatcher } from "./watcher.ts";

const peopleCount = 20;

/** LIVE-6: checks who is shown as present while tabs, clients, links and the server end. */
export const presence: FaultRun = {
  name: "presence",
  about: "LIVE-6: tabs, kill -9 of client and server, a link cut without FIN",
  run: async (context) => reportFindings("presence", await measure(), context),
};

async function measure(): Promise<Measured> {
  // The run with the cut link mostly waits, so it runs in parallel.
  const [near, halfOpen] = await Promise.all([runNear(), runHalfOpen()]);
  return typeof halfOpen === "string"
    ? { findings: near, skipped: [`link cut without FIN: ${halfOpen}`] }
    : { findings: [...near, ...halfOpen], skipped: [] };
}

async function runNear(): Promise<Finding[]> {
  const product = await startProduct();
  try {
    const members = Array.from({ length: peopleCount + 1 }, (_, index) => index);
    const size = { rooms: 1, people: members.length, membersOf: () => members };
    const world = await seedWorld(product, createRecorder(), size);
    const [watcherHolder, ...people] = world.people;
    const [room] = world.rooms;
    if (watcherHolder === undefined || room === undefined) throw new Error("nobody was seeded");
    const server = await findServer(product.address);
    const channel = `presence-${room.name}`;
    const scene = { server, channel, people, watcher: await startWatcher(server, watcherHolder, channel) };
    const tabs = await runSeveralTabs(scene);
    const killed = await runKilledClient(scene);
    scene.watcher.tab.close();
    return [...tabs, ...killed, ...(await runCrashedServer(product, scene, watcherHolder))];
  } finally {
    await product.stop();
  }
}
