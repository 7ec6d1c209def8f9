import type { BusMessage } from "./bus.ts";
import type { AppState } from "./connection.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { revokeChannel } from "./subscriptions.ts";
import { closeUser } from "./user-sockets.ts";

/** Does here what another process asked of all, or notes what it said of itself. */
export function applyBusMessage(node: string, message: BusMessage, parts: RealtimeParts): void {
  if ("appId" in message) {
    const app = parts.registry.appById(message.appId);
    if (app !== null) applyToApp(app, message, parts);
    return;
  }
  switch (message.kind) {
    case "handshake":
      parts.handshakes.count(message.address, parts.clock.now());
      return;
    case "roster":
      for (const entry of message.members) parts.rosters.applyRemote(node, entry);
      for (const entry of message.occupancy) parts.counts.apply(node, entry);
      return;
    case "alive":
    case "ask-roster":
    case "goodbye":
  }
}

function applyToApp(app: AppState, message: Extract<BusMessage, { appId: string }>, parts: RealtimeParts): void {
  switch (message.kind) {
    case "broadcast":
      parts.broadcaster.deliver(app, message);
      return;
    case "unsubscribe":
      revokeChannel(app, message.userId, message.channel, parts);
      return;
    case "close-user":
      closeUser(app, message.userId, message.code, parts);
  }
}
