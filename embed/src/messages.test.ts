import { expect, test } from "vitest";
import { commandShapes, type Envelope, eventShapes, isOneOf, messageCharactersMax, readMessage } from "./messages.ts";

const envelope = {
  source: "cuplaj",
  version: 1,
  action: "messagesRead",
  id: "0189d6a2",
  ts: "2026-11-26T08:00:00.000Z",
  payload: { room_id: 12, offer_id: 10_001, read_seq: 57, unread_total: 3 },
} as const satisfies Envelope;

const read = (changes: object): boolean => {
  const message = readMessage({ ...envelope, ...changes });
  return message !== null && isOneOf(eventShapes, message);
};

test("[EMB-4a] reads a message in its envelope, even with unknown fields", () => {
  expect(readMessage(envelope)).toEqual(envelope);
  expect(read({ later: 1, payload: { ...envelope.payload, offer_id: null, later: "x" } })).toBe(true);
});

const round: Record<string, unknown> = { ...envelope };
round["payload"] = { round };

test.each([
  ["null", null],
  ["a text", JSON.stringify(envelope)],
  ["a list", [envelope]],
  ["another's source", { ...envelope, source: "chat" }],
  ["no version", { ...envelope, version: undefined }],
  ["version 2", { ...envelope, version: 2 }],
  ["a version in text", { ...envelope, version: "1" }],
  ["no id", { ...envelope, id: 7 }],
  ["a long id", { ...envelope, id: "x".repeat(101) }],
  ["no time", { ...envelope, ts: 0 }],
  ["no payload", { ...envelope, payload: null }],
  ["a huge payload", { ...envelope, payload: { ...envelope.payload, x: "x".repeat(messageCharactersMax) } }],
  ["what holds itself", round],
  ["what JSON does not have", { ...envelope, payload: { n: 1n } }],
])("[EMB-4a] %s is not a message", (_what, data) => {
  expect(readMessage(data)).toBeNull();
});

test.each([
  ["an unknown action", { action: "later" }],
  ["an action of every object", { action: "toString" }],
  ["a missing field", { payload: { room_id: 12, offer_id: 1, read_seq: 57 } }],
  ["a field of another type", { payload: { ...envelope.payload, room_id: "12" } }],
  ["a negative count", { payload: { ...envelope.payload, read_seq: -1 } }],
  ["a broken count", { payload: { ...envelope.payload, read_seq: 1.5 } }],
  ["an inherited field", { payload: Object.create(envelope.payload) as object }],
])("[EMB-4a] %s is not an event", (_what, changes) => {
  expect(read(changes)).toBe(false);
});

test("[EMB-4a] commands take only their allowed words", () => {
  const command = (action: string, payload: object): boolean =>
    isOneOf(commandShapes, { ...envelope, action, payload });
  expect(command("setTheme", { theme: "dark" })).toBe(true);
  for (const theme of ["red", "", null, ["dark"]]) expect(command("setTheme", { theme })).toBe(false);
  expect(command("setVisible", { visible: "true" })).toBe(false);
  expect(command("signIn", { token: 7 })).toBe(false);
});
