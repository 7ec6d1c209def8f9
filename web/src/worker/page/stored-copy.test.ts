import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { fieldsOf } from "../../api/shapes.ts";
import type { OneStore } from "../../platform/storage/one-store.ts";
import type { AppState } from "../../state/shape.ts";
import { offerOf } from "../../testing/offers.ts";
import { message, room, signedInAna } from "../../testing/people.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { openedMax } from "./device-copy.ts";
import { createStoredCopy } from "./stored-copy.ts";

const at = "2026-01-05T10:00:00.000Z";

function loaded(): AppState {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1, { cursor: 5 })], total: 1, page: 1 });
  app.dispatch({ type: "room/selected", roomId: 1 });
  const page = { messages: [message(1, 5)], isFull: true, seq: 5 };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001, { codes: ["A"] }) });
  return app.getState();
}

function storeIn(rows: Map<string, unknown>): OneStore {
  return {
    get: async (key) => rows.get(key),
    put: async (key, value) => void rows.set(key, value),
    remove: async (keys) => keys.forEach((key) => rows.delete(key)),
    keys: async () => [...rows.keys()],
  };
}

function started() {
  vi.stubGlobal("indexedDB", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const rows = new Map<string, unknown>();
  return { rows, copy: createStoredCopy("customer.1", () => true, storeIn(rows)) };
}

test("[SW-1b] a room that was evicted and is opened again is copied again, even if unchanged", async () => {
  const { rows, copy } = started();
  const state = loaded();
  const write = (opened: readonly number[]) => copy.write({ ...state, offline: { ...state.offline, opened } }, at);
  const others = Array.from({ length: openedMax }, (_, index) => index + 2);
  const hasRoom: boolean[] = [];
  for (const opened of [[1], others, [...others.slice(1), 1]]) {
    await write(opened);
    hasRoom.push(rows.has("room.1"));
  }
  expect(hasRoom).toEqual([true, false, true]);
});

/** The field names of each object in a value. */
const fieldsIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(fieldsIn);
  return Array.isArray(value) ? inside : [Object.keys(value).toSorted().join(), ...inside];
};

test("[SW-1b] a copy with other fields has another format", async () => {
  const { rows, copy } = started();
  await copy.write(loaded(), at);
  const names = [...new Set(fieldsIn([...rows.values()]))].toSorted().join("\n");
  const fingerprint = createHash("sha256").update(names).digest("hex").slice(0, 16);
  expect(
    [fieldsOf(rows.get("list"))["format"], fingerprint],
    "if the fields of copies change, raise `copyFormat` and record it here with the new fingerprint",
  ).toEqual([3, "f15285adf7d421c9"]);
});
