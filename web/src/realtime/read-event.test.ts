import fc from "fast-check";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { type LiveEventName, liveEvents } from "@cuplaj/protocol/events.ts";
import { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { liveEventNames, readLiveEvent, readOnlineUser } from "./read-event.ts";

test("[LIVE-3] every event of the contract is bound, and no other", () => {
  expect(liveEventNames.toSorted()).toEqual(Object.keys(liveEvents).toSorted());
});

test.each(liveEventNames)("[LIVE-3] every %s that the contract allows is read, as it came", (name) => {
  fc.assert(
    fc.property(valuesOf(liveEvents[name]), (data) => {
      expect(Check(liveEvents[name], data)).toBe(true);
      expect(readLiveEvent(name, data)).toEqual({ name, data });
    }),
  );
});

const room = {
  "room.name": "a room is known by its id",
  "room.channel": "a room's channel comes with the room",
  "room.epoch": "RoomHeads and every answer tell the numbering",
};

/** Places that are not looked at as closely as the contract says, or not at all, and why that is right. */
const differences: Readonly<Record<LiveEventName, Readonly<Record<string, string>>>> = {
  ChatMessage: {
    ...room,
    "message.client_id": "any text will do: it is compared with one's own",
    "message.timestamp": "any text will do: it is shown and compared",
    "message.unread": "what is unread is counted here (ROOM-7)",
    "message.messages_file": "nothing shows files yet",
    "message.messages_actions": "nothing shows actions yet",
  },
  MessagesRead: {},
  RoomUpdated: room,
  RoomHeads: {},
  MeUpdated: Object.fromEntries(
    ["id", "name", "username", "type", "roles", "users_silenced", "locale"].map((field) => [
      `user.${field}`,
      "what is newer is asked of `me`, as after a time away",
    ]),
  ),
};

test.each(liveEventNames)("[LIVE-3] what is no %s is dropped, but for what is not used of it here", (name) => {
  const schema = liveEvents[name];
  const listed = Object.keys(differences[name]);
  const { taken, refused } = differencesOf(
    valuesOf(schema),
    (data) => Check(schema, data),
    (data) => readLiveEvent(name, data) !== null,
  );
  const places = taken.map((place) => listed.find((one) => place === one || place.startsWith(`${one}.`)) ?? place);
  expect(new Set(places)).toEqual(new Set(listed));
  expect(refused).toEqual([]);
});

test("[LIVE-2] somebody present is read exactly as the contract says", () => {
  const found = differencesOf(
    valuesOf(OnlineUser),
    (info) => Check(OnlineUser, info),
    (info) => readOnlineUser(info) !== null,
  );
  expect(found).toEqual({ taken: [], refused: [] });
});
