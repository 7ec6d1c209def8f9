import { sleep } from "../clock.ts";
import { bounds } from "../bounds.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Descriptors, descriptorsOf } from "./descriptors.ts";
import { heapBytesOf } from "./heap.ts";

/** What a process holds. */
export interface Footprint {
  readonly descriptors: Descriptors;
  readonly heapBytes: number;
}

/** What is looked at: a process and the address of its inspector. */
export interface Looked {
  readonly pid: number;
  readonly inspector: string;
}

const looks = 5;
const looksApartMs = 200;

/** Looks at it. A descriptor that is open for a moment, as a file that is read, is seen in one of several looks only. */
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

/** SEC-12: what a process holds when everybody has left, against what it held before anybody came. */
export function judgeLeftovers(began: Footprint, ended: Footprint): readonly Finding[] {
  const { heapShare, heapBytes, databaseConnections } = bounds.leftovers;
  // A process that comes up again under load has clients at once; without any it is meant to have none.
  const [ownAtFirst, ownAtLast] = [began.descriptors.others, ended.descriptors.clients + ended.descriptors.others];
  const outgoingMax = began.descriptors.outgoing + databaseConnections;
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

/** Begins the next run: nothing is left behind yet. */
export function forgetLeftovers(): void {
  ofThisRun.length = 0;
}

/** What the products of this run, as far as they were stopped, left behind. */
export const leftoversOfRun = (): readonly Finding[] => ofThisRun;

/** Waits, looks and keeps what was found for the run's report and verdict. */
export async function lookForLeftovers(looked: Looked, began: Footprint): Promise<void> {
  await sleep(bounds.leftovers.afterMs);
  ofThisRun.push(...judgeLeftovers(began, await footprintOf(looked)));
}
