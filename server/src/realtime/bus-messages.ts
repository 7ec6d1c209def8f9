import type { AddressLimit } from "./address-limit.ts";
import type { AddressSockets } from "./address-sockets.ts";
import type { BusMessage, OccupancyEntry, RosterEntry } from "./bus.ts";
import type { ChannelRegistry } from "./channel-registry.ts";
import type { FrameParts } from "./frame-handler.ts";
import type { RemoteOccupancy } from "./occupancy.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import { withdrawChannel } from "./subscriptions.ts";

/** Sockets of an address are announced like those of a channel, under the id of no app: those are digits. */
export const ofNoApp = "";

/** What the messages of other processes may change. */
type BusParts = FrameParts & { readonly remoteOccupancy: RemoteOccupancy; readonly addresses: AddressLimit };

/** Does here what another process asked of all, or notes what it announced of itself. */
export function applyBusMessage(node: string, message: BusMessage, parts: BusParts): void {
  if (message.kind === "handshake") parts.addresses.count(message.address);
  if (message.kind === "roster") {
    for (const entry of message.members) parts.rosters.applyRemote(node, entry);
    for (const entry of message.occupancy) parts.remoteOccupancy.apply(node, entry);
  }
  const app = "appId" in message ? parts.registry.appById(message.appId) : null;
  if (app === null) return;
  if (message.kind === "broadcast") parts.broadcaster.deliver(app, message);
  if (message.kind === "unsubscribe") withdrawChannel(app, message.userId, message.channel, parts);
  if (message.kind === "close-user") parts.users.closeUser(app, message.userId, message.code);
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
