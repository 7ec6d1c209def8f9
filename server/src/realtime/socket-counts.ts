import type { OccupancyEntry } from "./bus.ts";

/** Addresses are counted like the channels of an app; ids of apps are digits, so this is the id of none. */
const addresses = "";
/** This process among the nodes, whose names are longer. */
const here = "";

type Counts = Map<string, number>;

/** Sockets by channel of an app and by address (SEC-2): this process's own, and what the others announced of theirs. */
export class SocketCounts {
  readonly #nodes = new Map<string, Map<string, Counts>>();
  readonly #announce: (entry: OccupancyEntry) => void;

  constructor(announce: (entry: OccupancyEntry) => void) {
    this.#announce = announce;
  }

  /** Sets how many subscribers a channel has in this process. */
  set(appId: string, channel: string, subscriptions: number): void {
    const entry = { appId, channel, subscriptions };
    this.apply(here, entry);
    this.#announce(entry);
  }

  /** Adds to the open sockets of an address in this process. */
  addOfAddress(address: string, more: 1 | -1): void {
    this.set(addresses, address, (this.#nodes.get(here)?.get(addresses)?.get(address) ?? 0) + more);
  }

  /** Another process's count of its own sockets. */
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

  /** Names of the app's channels that have subscribers. */
  channels(appId: string): Set<string> {
    return new Set([...this.#nodes.values()].flatMap((apps) => [...(apps.get(appId)?.keys() ?? [])]));
  }

  /** This process's own counts, for processes that ask. */
  ownEntries(): OccupancyEntry[] {
    return [...(this.#nodes.get(here) ?? [])].flatMap(([appId, counts]) =>
      [...counts].map(([channel, subscriptions]) => ({ appId, channel, subscriptions })),
    );
  }
}
