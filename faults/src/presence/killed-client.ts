import { monoMs, sleep } from "../clock.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { graceMs, isOneLeaving, knownMsMax, leavingTimes, type Scene } from "./several-tabs.ts";
import { startTabProcess } from "./start-tab-process.ts";

const tabsEach = 2;

export async function runKilledClient({ server, channel, watcher, people }: Scene): Promise<Finding[]> {
  const start = monoMs();
  const process = await startTabProcess({ server, holders: people, channel, tabsEach });
  await sleep(500);
  const joined = people.filter(({ id }) => watcher.movements(id, start).length === 1).length;
  const killedAt = process.kill();
  await sleep(graceMs + knownMsMax + 500);
  const left = people.map(({ id }) => watcher.movements(id, killedAt));
  const times = left.flatMap((movements) => movements.map(({ at }) => at - killedAt));
  return [
    exactly("people told once as joining before their process was killed", joined, people.length),
    exactly("people told once as leaving after it was killed", left.filter(isOneLeaving).length, people.length),
    ...leavingTimes("client process killed", times),
  ];
}
