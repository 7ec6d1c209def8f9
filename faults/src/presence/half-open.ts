import { monoMs, sleep } from "../clock.ts";
import { createRecorder } from "../history/recorder.ts";
import { freePort } from "../product/free-port.ts";
import { startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { findServer } from "../tabs/tab.ts";
import { type CuttableLink, makeCuttableLink } from "./cuttable-link.ts";
import { isOneLeaving } from "./several-tabs.ts";
import { startTabProcess } from "./start-tab-process.ts";
import { startWatcher } from "./watcher.ts";

const peopleCount = 40;
/** LIVE-6: how long after the cut a leave may be announced, including the grace period, ms. */
const foundMsMax = 45_000;
/** How long the server may keep an idle HTTP connection open, ms. */
const idleHttpMsMax = 75_000;

/** LIVE-6: cuts the link to 40 people without a FIN. Returns the reason if this machine cannot do that. */
export async function runHalfOpen(): Promise<Finding[] | string> {
  const link = makeCuttableLink();
  if (typeof link === "string") return link;
  try {
    return await runBehind(link);
  } finally {
    link.remove();
  }
}

async function runBehind(link: CuttableLink): Promise<Finding[]> {
  const port = String(await freePort());
  const product = await startProduct({ settings: settingsFor(port) });
  try {
    const size = {
      rooms: 1,
      people: peopleCount + 1,
      membersOf: () => Array.from({ length: peopleCount + 1 }, (_, n) => n),
    };
    const world = await seedWorld(product, createRecorder(), size);
    const [watcherHolder, ...people] = world.people;
    const [room] = world.rooms;
    if (watcherHolder === undefined || room === undefined) throw new Error("nobody was seeded");
    const channel = `presence-${room.name}`;
    const server = await findServer(product.address);
    const watcher = await startWatcher(server, watcherHolder, channel);
    const far = { ...server, address: `http://${link.address}:${port}` };
    const tabs = await startTabProcess({ server: far, holders: people, channel, tabsEach: 1 }, link.behind);
    await sleep(500);
    const before = people.filter(({ id }) => watcher.present().has(id)).length;
    const cutAt = monoMs();
    link.cut();
    await sleep(foundMsMax + 1000);
    tabs.kill();
    const left = people.map(({ id }) => watcher.movements(id, cutAt));
    const times = left.flatMap((movements) => movements.map(({ at }) => at - cutAt));
    watcher.tab.close();
    // SEC-12: the HTTP connections that authorized the channels are on the cut link too.
    await sleep(idleHttpMsMax - foundMsMax);
    return [
      exactly("people present behind the link before it was cut", before, people.length),
      exactly("people told once as leaving after the cut", left.filter(isOneLeaving).length, people.length),
      timesWithin("link cut without FIN: told as leaving after (grace included)", times, foundMsMax),
    ];
  } finally {
    await product.stop();
  }
}

/** Settings for a server that listens on all addresses. It must have limits, and these are too high to matter. */
const settingsFor = (port: string): Record<string, string> => ({
  HOST: "0.0.0.0",
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  LIMITS: "on",
  LIMIT_NEW_SOCKETS_PER_MINUTE: "10000",
  LIMIT_HANDSHAKES_PENDING: "1000",
});
