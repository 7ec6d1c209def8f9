import type { OccupancyEntry } from "./bus.ts";

/** How many subscriptions the other processes hold on each channel. */
export class RemoteOccupancy {
  readonly #nodes = new Map<string, Map<string, OccupancyEntry>>();

  apply(node: string, entry: OccupancyEntry): void {
    let channels = this.#nodes.get(node);
    if (channels === undefined) {
      channels = new Map();
      this.#nodes.set(node, channels);
    }
    const key = `${entry.appId}\n${entry.channel}`;
    if (entry.subscriptions === 0) channels.delete(key);
    else channels.set(key, entry);
  }

  dropNode(node: string): void {
    this.#nodes.delete(node);
  }

  count(appId: string, channel: string): number {
    const key = `${appId}\n${channel}`;
    let sum = 0;
    for (const channels of this.#nodes.values()) sum += channels.get(key)?.subscriptions ?? 0;
    return sum;
  }

  /** Names of the app's channels that are occupied elsewhere. */
  channels(appId: string): Set<string> {
    const names = new Set<string>();
    for (const channels of this.#nodes.values()) {
      for (const entry of channels.values()) if (entry.appId === appId) names.add(entry.channel);
    }
    return names;
  }
}
