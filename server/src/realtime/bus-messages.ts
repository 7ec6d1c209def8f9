import type { AddressLimit } from "./address-limit.ts";
import type { AddressSockets } from "./address-sockets.ts";
import type { BusMessage, OccupancyEntry, RosterEntry } from "./bus.ts";
import type { ChannelRegistry } from "./channel-registry.ts";
import type { AppState } from "./connection.ts";
import type { FrameParts } from "./frame-handler.ts";
import type { RemoteOccupancy } from "./occupancy.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import { withdrawChannel } from "./subscriptions.ts";

/** Sockets of an address are told of like those of a channel; ids of apps are digits, so it is none's. */
export const ofNoApp = "";

/** What another process's word may touch. */
type BusParts = FrameParts & { readonly remoteOccupancy: RemoteOccupancy; readonly addresses: AddressLimit };

/** Does here what another process asked of all, or notes what it said of itself. */
export function applyBusMessage(node: string, message: BusMessage, parts: BusParts): void {
  if ("appId" in message) {
    const app = parts.registry.appById(message.appId);
    if (app !== null) applyToApp(app, message, parts);
    return;
  }
  switch (message.kind) {
    case "handshake":
      parts.addresses.count(message.address);
      return;
    case "roster":
      for (const entry of message.members) parts.rosters.applyRemote(node, entry);
      for (const entry of message.occupancy) parts.remoteOccupancy.apply(node, entry);
      return;
    case "alive":
    case "ask-roster":
    case "goodbye":
  }
}

function applyToApp(app: AppState, message: Extract<BusMessage, { appId: string }>, parts: BusParts): void {
  switch (message.kind) {
    case "broadcast":
      parts.broadcaster.deliver(app, message);
      return;
    case "unsubscribe":
      withdrawChannel(app, message.userId, message.channel, parts);
      return;
    case "close-user":
      parts.users.closeUser(app, message.userId, message.code);
  }
}

/** All that this process knows of its own sockets. */
export function snapshotOf(
  registry: ChannelRegistry,
  rosters: PresenceRosters,
  addressSockets: AddressSockets,
): { members: RosterEntry[]; occupancy: OccupancyEntry[] } {
  const occupancy: OccupancyEntry[] = [];
  for (const app of registry.apps()) {
    for (const channel of app.channels.values()) {
      occupancy.push({ appId: app.app.id, channel: channel.name, subscriptions: channel.subscribers.size });
    }
  }
  for (const [address, subscriptions] of addressSockets.entries()) {
    occupancy.push({ appId: ofNoApp, channel: address, subscriptions });
  }
  return { members: [...rosters.localEntries()], occupancy };
}
