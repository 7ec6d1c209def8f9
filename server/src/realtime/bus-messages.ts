import type { BusMessage } from "./bus.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { revokeChannel } from "./subscriptions.ts";
import { closeUser } from "./user-sockets.ts";

export function applyBusMessage(node: string, message: BusMessage, parts: RealtimeParts): void {
  if (message.kind === "handshake") countHandshake(message, parts);
  if (message.kind === "roster") {
    for (const entry of message.members) parts.rosters.applyRemote(node, entry);
    for (const entry of message.occupancy) parts.counts.apply(node, entry);
  }
  const app = "appId" in message ? parts.registry.appById(message.appId) : null;
  if (app === null) return;
  if (message.kind === "broadcast") parts.broadcaster.deliver(app, message);
  if (message.kind === "unsubscribe") revokeChannel(app, message.userId, message.channel, parts);
  if (message.kind === "close-user") closeUser(app, message.userId, message.code, parts);
}

function countHandshake(
  message: Extract<BusMessage, { kind: "handshake" }>,
  { handshakes, clock }: RealtimeParts,
): void {
  if (message.isKnown === true) handshakes.takeBack(message.address, clock.steadyMs());
  else handshakes.add(message.address, clock.steadyMs());
}
