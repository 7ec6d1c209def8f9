import { expect, test } from "vitest";
import type { RoomChange } from "../state/entities.ts";
import { ana, mia, radu, room, signedInRadu } from "../testing/people.ts";
import { takeOverBy } from "../testing/acts.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";

function start(): TestApp {
  const app = startAnasApp(createTestApp(), [], signedInRadu);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 50, page: 1 });
  app.clock.pass(60_000);
  app.forget();
  return app;
}

const receive = (app: TestApp, change: RoomChange): void =>
  app.dispatch({ type: "sync/events-received", events: [{ ...change, origin: "live" }] });

const calls = (app: TestApp): number[] => [
  app.asked("call-unread").length,
  app.asked("call-view-page").length,
  app.asked("call-fetch-room").length,
];

test("[LIST-6] acts in an unloaded room request nothing, however many they are", () => {
  const app = start();
  for (let seq = 1; seq <= 1000; seq += 1) {
    receive(app, { kind: "payload", name: "ChatMessageAction", roomId: 9, seq, data: takeOverBy(ana, seq) });
  }
  app.clock.pass(60_000);
  expect(calls(app)).toEqual([0, 0, 0]);
});

test("[LIST-6] changed holders of unloaded rooms request counts, at most every 2 s", () => {
  const app = start();
  const change = { holder: mia, from: null, by: mia, how: "taken" } as const;
  for (let seq = 1; seq <= 1000; seq += 1) receive(app, { kind: "take-over", roomId: seq + 100, seq, change });
  expect(calls(app)).toEqual([0, 1, 0]);
  app.clock.pass(1999);
  expect(calls(app)).toEqual([0, 1, 0]);
  app.clock.pass(60_000);
  expect(calls(app)).toEqual([0, 2, 0]);
});

test("[ROOM-7a] rooms read or left elsewhere are counted again, others' reads are not", () => {
  const app = start();
  receive(app, { kind: "read", roomId: 9, seq: 5, reader: mia, readSeq: 4 });
  receive(app, { kind: "members", roomId: 9, seq: 6, joined: null, left: mia, membersTotal: 2 });
  expect(calls(app)).toEqual([0, 0, 0]);
  receive(app, { kind: "read", roomId: 9, seq: 7, reader: radu, readSeq: 6 });
  receive(app, { kind: "members", roomId: 9, seq: 8, joined: null, left: radu, membersTotal: 1 });
  expect(calls(app)[0]).toBe(2);
});
