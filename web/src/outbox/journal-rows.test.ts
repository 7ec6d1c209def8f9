import { expect, test } from "vitest";
import { readRow, readSent } from "./journal.ts";
import { callError } from "../testing/call-errors.ts";

const stored = {
  clientId: "0b6f8a52-7c11-4a7e-9d3f-000000000001",
  roomId: 7,
  text: "Aveți?",
  writtenAt: "2026-01-05T09:00:00.000Z",
  status: "sending",
  error: null,
  position: 4,
  tabId: "tab",
  attempts: 3,
};

test("[SEND-1a] what a page left under way waits again in the next; what failed has still failed", () => {
  expect(readRow(stored)).toEqual({ ...stored, status: "waiting", attempts: 0 });
  const error = callError("invalid");
  expect(readRow({ ...stored, status: "failed", error })).toMatchObject({ status: "failed", error });
  const backingOff = { ...stored, status: "backing-off", error };
  expect(readRow({ ...backingOff, notBefore: 5 })).toMatchObject({ status: "backing-off", notBefore: 5 });
  expect(readRow({ ...backingOff, notBefore: "x" })).toMatchObject({ notBefore: 0 });
});

test.each([
  null,
  7,
  "x",
  [],
  {},
  { ...stored, roomId: "7" },
  { ...stored, text: "" },
  { ...stored, clientId: undefined },
])("[SEND-1a] what is no message is passed over: %j", (value) => {
  expect(readRow(value)).toBeNull();
});

test("[SEND-2] what another page tells is a message of a person, or nothing", () => {
  const sent = { id: 1, roomId: 7, seq: 3, clientId: "c", sentAt: "2026", text: "x" };
  const author = { id: 1, name: "Ana", kind: "customer" };
  // A tab of the version before names no changing event.
  expect(readSent({ ...sent, author })).toEqual({ ...sent, author, updatedSeq: 3 });
  expect(readSent({ ...sent, author, updatedSeq: 5 })).toEqual({ ...sent, author, updatedSeq: 5 });
  expect(readSent({ ...sent, author: { ...author, kind: "robot" } })).toBeNull();
  expect(readSent(sent)).toBeNull();
});
