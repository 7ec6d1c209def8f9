import { sleep } from "../clock.ts";
import { bounds } from "../bounds.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Descriptors, descriptorsOf } from "./descriptors.ts";
import { heapBytesOf } from "./heap.ts";

export interface Footprint {
  readonly descriptors: Descriptors;
  readonly heapBytes: number;
}

export interface Looked {
  readonly pid: number;
  readonly inspector: string;
}

const looks = 5;
const looksApartMs = 200;

/** Takes the minimum of several readings, so that descriptors that are open only briefly, as while reading a file, do not count. */
export async function footprintOf({ pid, inspector }: Looked): Promise<Footprint> {
  const seen: Descriptors[] = [];
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(looksApartMs);
    seen.push(descriptorsOf(pid));
  }
  const least = (of: (descriptors: Descriptors) => number): number => Math.min(...seen.map(of));
  return {
    descriptors: {
      clients: least(({ clients }) => clients),
      outgoing: least(({ outgoing }) => outgoing),
      others: least(({ others }) => others),
    },
    heapBytes: await heapBytesOf(inspector),
  };
}

/** SEC-12: compares a process after everybody has left with the same process before anybody came. */
export function judgeLeftovers(began: Footprint, ended: Footprint): readonly Finding[] {
  const { heapShare, heapBytes, poolConnections } = bounds.leftovers;
  // A process started under load has clients from the beginning, so only the clients at the end count.
  const [ownAtFirst, ownAtLast] = [began.descriptors.others, ended.descriptors.clients + ended.descriptors.others];
  const outgoingMax = began.descriptors.outgoing + poolConnections;
  const heapMax = began.heapBytes + Math.max(heapBytes, began.heapBytes * heapShare);
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      what: "descriptors after the clients left",
      measured: `${ownAtLast}, of which ${ended.descriptors.clients} clients' connections`,
      bound: `at most ${ownAtFirst}, as before they came`,
      holds: ownAtLast <= ownAtFirst,
    },
    {
      what: "connections of its own after the clients left, such as to the database",
      measured: `${ended.descriptors.outgoing} (${began.descriptors.outgoing} before they came)`,
      bound: `at most ${outgoingMax}`,
      holds: ended.descriptors.outgoing <= outgoingMax,
    },
    {
      what: "heap and buffers after the clients left, collected twice",
      measured: `${mb(ended.heapBytes)} (${mb(began.heapBytes)} before they came)`,
      bound: `at most ${mb(heapMax)}`,
      holds: ended.heapBytes <= heapMax,
    },
  ];
}

const ofThisRun: Finding[] = [];

export function forgetLeftovers(): void {
  ofThisRun.length = 0;
}

export const leftoversOfRun = (): readonly Finding[] => ofThisRun;

/** Waits, then adds what was left behind to the run's report and verdict. */
export async function lookForLeftovers(looked: Looked, began: Footprint): Promise<void> {
  await sleep(bounds.leftovers.afterMs);
  ofThisRun.push(...judgeLeftovers(began, await footprintOf(looked)));
}
