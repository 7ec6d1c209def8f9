import { roomLogEvents } from "@cuplaj/protocol/events.ts";
import { expect, test } from "vitest";
import { partNames, parts } from "./parts.ts";
import { readLoggedEvent } from "./sync/logged-events.ts";
import { createTestApp } from "./testing/test-app.ts";

test("[SYNC-1] an event that several slices handle is handled in this order, and no other is handled twice", () => {
  const events = new Set(parts.flatMap(({ handlers }) => Object.keys(handlers)));
  const shared = [...events].flatMap((event) => {
    const owners = partNames.filter((_name, i) => Object.hasOwn(parts[i]?.handlers ?? {}, event));
    return owners.length > 1 ? [[event, owners.join(", ")]] : [];
  });
  expect(Object.fromEntries(shared)).toEqual({
    "address/arrived": "navigation, sign-in, rooms, messages",
    "alerts/acted": "alerts, rooms, hand-over",
    "alerts/held": "alerts, rooms",
    "alerts/hidden": "alerts, rooms",
    "alerts/released": "alerts, rooms",
    "room/left": "rooms, sync",
    "settings/asked": "settings, sign-in",
    "session/started": "realtime, rooms",
    "session/me-loaded": "sign-in, sync",
    "connection/connected": "realtime, outbox",
    "connection/retry-asked": "realtime, outbox",
    "connection/listening": "realtime, rooms, sync",
    "connection/lost": "realtime, typing, sync",
    "connection/away-long": "realtime, presence",
    "presence/leaving": "typing, presence",
    "outbox/send-asked": "typing, outbox",
    "room/joined": "rooms, sync",
    "room/viewed": "rooms, sync",
    "rooms/removed": "messages, actions, hand-over, typing, presence",
    "rooms/page-loaded": "rooms, sync",
    "rooms/view-loaded": "rooms, sync",
    "rooms/room-fetched": "rooms, sync",
    "rooms/room-gone": "rooms, sync",
    "messages/newest-loaded": "messages, sync",
    "messages/around-loaded": "messages, sync",
    "messages/newer-loaded": "messages, sync",
    "drafts/written": "drafts, typing",
    "outbox/published": "outbox, sync",
  });
});

test("[SYNC-9] every kind of logged event that the contract has is read here", () => {
  const { kinds: known } = createTestApp();
  const unread = Object.keys(roomLogEvents).filter(
    (name) => !Object.hasOwn(known, name) && readLoggedEvent({}, name, {}, "live") !== null,
  );
  expect(unread).toEqual([]);
});
