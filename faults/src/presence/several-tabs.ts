import { monoMs, sleep } from "../clock.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab, type Server } from "../tabs/tab.ts";
import type { Watcher } from "./watcher.ts";

/** LIVE-6: how long a person stays present after their last tab closes, ms. */
export const graceMs = 3000;
/** How soon a close that the network announces must be noticed, ms. */
export const knownMsMax = 2000;

export interface Scene {
  readonly server: Server;
  readonly channel: string;
  readonly watcher: Watcher;
  readonly people: readonly Holder[];
}

/** LIVE-6: closes each person's three tabs, reopens one within the grace period, and finally closes it for good. */
export async function runSeveralTabs({ server, channel, watcher, people }: Scene): Promise<Finding[]> {
  const start = monoMs();
  const open = () => Promise.all(people.map((holder) => openTab(server, holder, [channel])));
  const [first, second, third] = [await open(), await open(), await open()];
  await sleep(500);
  const joins = people.map(({ id }) => watcher.movements(id, start).length);
  for (const tab of [...first, ...second]) tab.close();
  await sleep(graceMs + 1000);
  for (const tab of third) tab.close();
  await sleep(graceMs / 2);
  const returned = await open();
  await sleep(graceMs + 1000);
  const movements = people.flatMap(({ id }) => watcher.movements(id, start)).length;
  const closedAt = monoMs();
  for (const tab of returned) tab.close();
  await sleep(graceMs + knownMsMax + 500);
  const left = people.map(({ id }) => watcher.movements(id, closedAt));
  const times = left.flatMap((movements) => movements.map(({ at }) => at - closedAt));
  const count = people.length;
  return [
    exactly("people told once as joining for three tabs", joins.filter((number) => number === 1).length, count),
    exactly("movements told while tabs closed and came back in time, beside the joins", movements - count, 0),
    exactly("people told once as leaving", left.filter(isOneLeaving).length, count),
    ...leavingTimes("clean leave of the last tab", times),
  ];
}

export const isOneLeaving = (movements: readonly { readonly kind: string }[]): boolean =>
  movements.length === 1 && movements[0]?.kind === "leaving";

/** Judges how soon people were shown as leaving, and by how much that exceeds the grace period. */
export function leavingTimes(what: string, times: readonly number[]): Finding[] {
  const tooSoon = times.filter((ms) => ms < graceMs - 100).length;
  return [
    timesWithin(`${what}: told as leaving after`, times, graceMs + knownMsMax),
    timesWithin(
      `${what}: of that beyond the grace of 3 s`,
      times.map((ms) => Math.max(0, ms - graceMs)),
      knownMsMax,
    ),
    exactly(`${what}: told before the grace was over`, tooSoon, 0),
  ];
}
