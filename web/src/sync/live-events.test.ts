import fc from "fast-check";
import { Check } from "typebox/value";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LiveEventName, liveEvents } from "@cuplaj/protocol/events.ts";
import { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { actionKind } from "../actions/actions-part.ts";
import { actionFromWire, messageFromWire } from "../api/from-wire.ts";
import { messageUpdatedKind } from "../edits/edits-part.ts";
import { offerUpdatedKind } from "../offers/offers-part.ts";
import { requestUpdatedKind } from "../requests/requests-part.ts";
import { afterHoursKind } from "../opening-hours/opening-hours-part.ts";
import { readOnlineUser } from "../api/shapes.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { liveEventOf } from "./logged-events.ts";
import type { AppEvent, LoggedKinds } from "../state/shape.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const kinds = {
  ChatMessageAction: actionKind,
  MessageUpdated: messageUpdatedKind,
  OfferUpdated: offerUpdatedKind,
  RequestUpdated: requestUpdatedKind,
  AfterHours: afterHoursKind,
} satisfies Readonly<Record<keyof LoggedKinds, object>>;
const names = Object.keys(liveEvents) as readonly LiveEventName[];

const meanings: { readonly [Name in LiveEventName]: (data: never) => unknown } = {
  ChatMessage: ({ message }) => ({ kind: "message", message: messageFromWire(message) }),
  MessagesRead: ({ room_id, user, read_seq, seq }) => {
    const { id, type } = user as { id: number; type: string };
    return { kind: "read", roomId: room_id, seq, reader: { id, kind: type }, readSeq: read_seq };
  },
  RoomUpdated: ({ room, joined, left, take_over, members_total }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    const isHolder = take_over !== undefined && joined === undefined && left === undefined;
    return isHolder
      ? { kind: "take-over", roomId: id, seq: last_seq }
      : { kind: "members", roomId: id, seq: last_seq, membersTotal: members_total };
  },
  ChatMessageAction: ({ action, room }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    return { kind: "payload", roomId: id, seq: last_seq, data: actionFromWire(action) };
  },
  MessageUpdated: ({ message, room }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    return { kind: "payload", roomId: id, seq: last_seq, data: messageFromWire(message) };
  },
  OfferUpdated: ({ offer_id, version, status, changes_total, room }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    const data = { offerNumber: offer_id, version, status, changesTotal: changes_total };
    return { kind: "payload", roomId: id, seq: last_seq, data };
  },
  RequestUpdated: ({ request, room }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    return { kind: "payload", roomId: id, seq: last_seq, data: { request } };
  },
  AfterHours: ({ next_open, room }) => {
    const { id, last_seq } = room as { id: number; last_seq: number };
    return { kind: "payload", roomId: id, seq: last_seq, data: { nextOpen: next_open } };
  },
  RoomHeads: (data: object) => ({ type: "sync/heads-received", ...data }),
  MeUpdated: ({ user }: { user: { version: number } }) => ({ type: "sync/settings-changed", version: user.version }),
  StorageUpdated: ({ trouble }) => ({ type: "files/storage-known", trouble }),
};

/** An invalid event only makes the page assume that it has missed something (SYNC-9). */
const isRead = (event: AppEvent): boolean => event.type !== "sync/asked";

test.each(names)("[LIVE-3] every %s that the contract allows is parsed", (name) => {
  fc.assert(
    fc.property(valuesOf<never>(liveEvents[name]), (data) => {
      expect(Check(liveEvents[name], data)).toBe(true);
      const event = liveEventOf(kinds, name, data);
      expect(event.type === "sync/events-received" ? event.events[0] : event).toMatchObject(
        meanings[name](data) as object,
      );
    }),
  );
});

const room = {
  "room.name": "a room is known by its id",
  "room.channel": "a room's channel comes with the room",
  "room.epoch": "RoomHeads and every answer tell the numbering",
};

const message = {
  "message.client_id": "any text will do: it is compared with one's own",
  "message.timestamp": "any text will do: it is shown and compared",
  "message.unread": "what is unread is counted here (ROOM-7)",
  "message.messages_file": "nothing shows files yet",
  "message.messages_actions": "any text will do for times, and no name of a kind is used",
  "message.edited_at": "any text will do: it is shown",
  "message.deleted_at": "any text will do: what counts is that it is there",
};

/** Fields that the page checks less strictly than the contract does, each with the reason. */
const differences: Readonly<Record<LiveEventName, Readonly<Record<string, string>>>> = {
  ChatMessage: { ...room, ...message },
  MessageUpdated: { ...room, ...message, by: "whose message it is stands in the message" },
  ChatMessageAction: {
    ...room,
    by: "whose action it is stands in the action",
    "action.message_type": "a message is known by its number in the log",
    "action.created_at": "any text will do: it is shown",
  },
  MessagesRead: {},
  RoomUpdated: room,
  OfferUpdated: {
    ...room,
    "decision.at": "any text will do: it is compared",
    changes: "how many it may name is the server's to say, and a newer one knows more that changes",
  },
  RequestUpdated: { ...room, "request.state": "every answer tells the state as well" },
  AfterHours: {
    ...room,
    next_open: "any text will do: it is shown",
    by: "whose message came so late stands in the message",
  },
  RoomHeads: {},
  MeUpdated: Object.fromEntries(
    [
      ...["id", "name", "username", "type", "roles", "users_silenced", "rooms", "locale", "notifications"],
      "has_temporary_password",
      "second_factor",
      "only_room",
    ].map((field) => [`user.${field}`, "what is newer is asked of `me`, as after a time away"]),
  ),
  StorageUpdated: {},
};

test.each(names)("[LIVE-3] an invalid %s is dropped, except for fields unused here", (name) => {
  const listed = Object.keys(differences[name]);
  const { taken, refused } = differencesOf(liveEvents[name], (data) => isRead(liveEventOf(kinds, name, data)));
  const paths = taken.map((path) => listed.find((one) => path === one || path.startsWith(`${one}.`)) ?? path);
  expect(new Set(paths)).toEqual(new Set(listed));
  expect(refused).toEqual([]);
});

test("[LIVE-2] a present person is parsed exactly as the contract defines", () => {
  const found = differencesOf(OnlineUser, (info) => readOnlineUser(info) !== null);
  expect(found).toEqual({ taken: [], refused: [] });
});
