import { expect, test } from "vitest";
import { readSent, readRow } from "./journal.ts";
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

test("[SEND-1a] a message in flight waits again in the next page; a failed one stays failed", () => {
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
])("[SEND-1a] anything but a message is skipped: %j", (value) => {
  expect(readRow(value)).toBeNull();
});

test("[SEND-2] another page's announcement is a person's message or ignored", () => {
  const sent = {
    ...{ id: 1, roomId: 7, seq: 3, clientId: "c", sentAt: "2026", text: "x", file: null, actions: [], likesTotal: 0 },
    ...{ updatedSeq: 5, editedAt: null, isDeleted: false, quote: null },
  };
  const author = { id: 1, name: "Ana", kind: "customer" };
  expect(readSent({ ...sent, author })).toEqual({ ...sent, author });
  expect(readSent({ ...sent, author, updatedSeq: "5" })).toBeNull();
  expect(readSent({ ...sent, author: { ...author, kind: "robot" } })).toBeNull();
  expect(readSent(sent)).toBeNull();
});

const photo = { name: "placă.jpg", bytes: 9, type: "image/jpeg", width: 4, height: 3, isOriginal: false };

test("[ATT-6] a message with a file is read with or without text, and a row with an unreadable file is skipped", () => {
  const row = { ...stored, text: "", file: photo };
  expect(readRow({ ...row, caption: "Asta e" })).toMatchObject({ text: "Asta e", file: photo });
  expect(readRow(row)).toMatchObject({ text: "", file: photo });
  expect(readRow({ ...row, file: { ...photo, bytes: "9" } })).toBeNull();
});
