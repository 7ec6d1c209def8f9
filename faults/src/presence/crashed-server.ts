import { monoMs, sleep, until } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import type { Product } from "../product/product.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab, type Tab } from "../tabs/tab.ts";
import type { Scene } from "./several-tabs.ts";
import { startTabProcess } from "./start-tab-process.ts";
import { startWatcher } from "./watcher.ts";

const ghostsGoneMs = 5000;

/** LIVE-6: kills the server by `kill -9` while everyone is present. Half of the people disappear with it for good. */
export async function runCrashedServer(product: Product, scene: Scene, watcherHolder: Holder): Promise<Finding[]> {
  const { server, channel, people } = scene;
  const half = Math.ceil(people.length / 2);
  const [back, gone] = [people.slice(0, half), people.slice(half)];
  const doomed = await startTabProcess({ server, holders: gone, channel, tabsEach: 1 });
  const before = await Promise.all(back.map((holder) => openTab(server, holder, [channel])));
  const watched = await startWatcher(server, watcherHolder, channel);
  await until(() => watched.present().size === people.length + 1, 5000, "everyone to be present before the crash");
  await product.end("SIGKILL");
  doomed.kill();
  await Promise.all(before.map((tab) => tab.closed));
  const startMs = await product.start();
  const readyAt = monoMs();
  // Everybody reconnects, as pages do after a drop.
  const tabs: Tab[] = await Promise.all(back.map((holder) => openTab(server, holder, [channel])));
  const watcher = await startWatcher(server, watcherHolder, channel);
  const expected = new Set([watcherHolder.id, ...back.map(({ id }) => id)]);
  await until(() => isSame(watcher.present(), expected), 20_000, "the roster to hold those who came back and no other");
  const wholeMs = monoMs() - readyAt;
  await sleep(Math.max(0, ghostsGoneMs - wholeMs));
  const shown = await onlineIn(server.address, watcherHolder, channel);
  for (const tab of [...tabs, watcher.tab]) tab.close();
  const ghosts = [...shown].filter((id) => !expected.has(id)).length;
  const missing = [...expected].filter((id) => !shown.has(id)).length;
  return [
    timesWithin("server killed: ready again after", [startMs], 5000),
    timesWithin("server killed: everyone back and no ghost, after it was ready", [wholeMs], ghostsGoneMs),
    exactly("ghosts in the room 5 s after the restart", ghosts, 0),
    exactly("people missing in the room 5 s after the restart", missing, 0),
  ];
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

async function onlineIn(address: string, { token }: Holder, channel: string): Promise<ReadonlySet<number>> {
  const http = createCaller({ address, token });
  const answer = await http.call("GET", `/api/v1/chat/${channel.replace("presence-", "")}`);
  http.close();
  if (answer.kind !== "answer" || answer.status !== 200) throw new Error(`no room: ${JSON.stringify(answer)}`);
  return new Set(answer.body.chats[0].online.map(({ id }: { id: number }) => id));
}
