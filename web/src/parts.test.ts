import { roomLogEvents } from "@cuplaj/protocol/events.ts";
import { expect, test } from "vitest";
import { lateParts } from "./late-runners.ts";
import { partNames, parts } from "./parts.ts";
import { readLoggedEvent } from "./sync/logged-events.ts";
import { createTestApp } from "./testing/test-app.ts";

test("[SYNC-1] an event that several slices handle reaches them in this order, and no other event has two handlers", () => {
  const events = new Set(parts.flatMap(({ handlers }) => Object.keys(handlers)));
  const shared = [...events].flatMap((event) => {
    const owners = partNames.filter((_name, i) => Object.hasOwn(parts[i]?.handlers ?? {}, event));
    return owners.length > 1 ? [[event, owners.join(", ")]] : [];
  });
  expect(Object.fromEntries(shared)).toEqual({
    "address/arrived": "navigation, sign-in, rooms, search, messages, requests, offer-list",
    "alerts/acted": "alerts, undo, hand-over",
    "alerts/held": "alerts, undo",
    "alerts/hidden": "alerts, undo",
    "alerts/released": "alerts, undo",
    "room/left": "rooms, sync",
    "settings/asked": "settings, sign-in",
    "settings/loaded": "settings, notifications",
    "notifications/enable-asked": "notifications, embed",
    "session/started": "realtime, rooms, own-rooms, offline, notifications",
    "session/me-loaded": "sign-in, sync, two-factor",
    "session/rejected": "sign-in, embed",
    "session/restored": "sign-in, account",
    "session/begun-elsewhere": "sign-in, account",
    "sign-in/accepted": "sign-in, account",
    "language/chosen": "language, account",
    "silence/changed": "rooms, silence",
    "edits/updated": "rooms, messages, printing",
    "connection/connected": "realtime, outbox, attachments",
    "sync/heads-received": "settings, sync",
    "connection/retry-asked": "realtime, outbox",
    "connection/listening": "realtime, rooms, sync, offline",
    "connection/lost": "realtime, typing, sync",
    "connection/away-long": "realtime, presence",
    "presence/leaving": "typing, presence",
    "requests/send-asked": "requests, attachments",
    "requests/sent": "requests, attachments",
    "outbox/send-asked": "typing, outbox, attachments",
    "room/joined": "rooms, sync, people",
    "room/open-failed": "rooms, offline",
    "room/viewed": "rooms, sync",
    "rooms/removed":
      "search, own-rooms, messages, actions, edits, typing, presence, hand-over, people, printing, offline",
    "rooms/page-failed": "rooms, offline",
    "rooms/page-loaded": "rooms, sync",
    "rooms/view-loaded": "rooms, sync",
    "rooms/room-fetched": "rooms, sync",
    "rooms/room-gone": "rooms, sync",
    "offers/sheet-closed": "offers, found",
    "messages/end-asked": "messages, quotes",
    "messages/end-changed": "messages, quotes",
    "sync/answered": "quotes, sync, offline, notifications, embed",
    "sync/events-received": "sync, notifications, embed",
    "messages/newest-loaded": "messages, sync",
    "messages/around-loaded": "messages, sync",
    "messages/newer-loaded": "messages, sync",
    "drafts/written": "drafts, typing",
    "outbox/loaded": "outbox, attachments",
    "outbox/published": "outbox, sync, attachments, embed",
  });
});

test("[PERF-1] a late part shares no event with another slice", () => {
  const early = new Set(parts.flatMap(({ handlers }) => Object.keys(handlers)));
  const late = Object.values(lateParts).flatMap(({ handlers }) => Object.keys(handlers));
  expect(late.filter((event) => early.has(event))).toEqual([]);
  expect(new Set(late).size).toBe(late.length);
});

test("[SYNC-9] every kind of logged event in the contract is handled here", () => {
  const { kinds: known } = createTestApp();
  const unread = Object.keys(roomLogEvents).filter(
    (name) => !Object.hasOwn(known, name) && readLoggedEvent({}, name, {}, "live") !== null,
  );
  expect(unread).toEqual([]);
});
