import type { OccupancyEntry } from "./bus.ts";

/** Addresses are counted like channels of an app with this id; real ids consist of digits. */
const addresses = "";
/** The key of this process; names of other processes are longer. */
const here = "";

type Counts = Map<string, number>;

/** Counts sockets per channel and per address (SEC-2), both in this process and as announced by others. */
export class SocketCounts {
  readonly #nodes = new Map<string, Map<string, Counts>>();
  readonly #announce: (entry: OccupancyEntry) => void;

  constructor(announce: (entry: OccupancyEntry) => void) {
    this.#announce = announce;
  }

  set(appId: string, channel: string, subscriptions: number): void {
    const entry = { appId, channel, subscriptions };
    this.apply(here, entry);
    this.#announce(entry);
  }

  addOfAddress(address: string, more: 1 | -1): void {
    this.set(addresses, address, (this.#nodes.get(here)?.get(addresses)?.get(address) ?? 0) + more);
  }

  /** Applies another process's count. */
  apply(node: string, { appId, channel, subscriptions }: OccupancyEntry): void {
    const apps = this.#nodes.get(node) ?? new Map<string, Counts>();
    this.#nodes.set(node, apps);
    const counts = apps.get(appId) ?? new Map<string, number>();
    apps.set(appId, counts);
    if (subscriptions > 0) counts.set(channel, subscriptions);
    else counts.delete(channel);
  }

  dropNode(node: string): void {
    this.#nodes.delete(node);
  }

  count(appId: string, channel: string): number {
    let sum = 0;
    for (const apps of this.#nodes.values()) sum += apps.get(appId)?.get(channel) ?? 0;
    return sum;
  }

  ofAddress(address: string): number {
    return this.count(addresses, address);
  }

  channels(appId: string): Set<string> {
    return new Set([...this.#nodes.values()].flatMap((apps) => [...(apps.get(appId)?.keys() ?? [])]));
  }

  ownEntries(): OccupancyEntry[] {
    return [...(this.#nodes.get(here) ?? [])].flatMap(([appId, counts]) =>
      [...counts].map(([channel, subscriptions]) => ({ appId, channel, subscriptions })),
    );
  }
}
