import { expect, test } from "vitest";
import { createRoomLog, type RoomEvent } from "./room-log.ts";

const event = (seq: number): RoomEvent => ({ room: 1, seq, kind: "ChatMessage", id: 100 + seq, key: `k${seq}` });
const seqs = (events: readonly RoomEvent[]): readonly number[] => events.map(({ seq }) => seq);

test("[MSG-6a] live events are shown only in order; early ones wait for missing ones", () => {
  const log = createRoomLog(2);
  expect(seqs(log.live(event(3)))).toEqual([3]);
  expect(seqs(log.live(event(3)))).toEqual([]);
  expect(seqs(log.live(event(5)))).toEqual([]);
  expect([log.cursor(), log.isBehind()]).toEqual([3, true]);
  expect(seqs(log.live(event(4)))).toEqual([4, 5]);
  expect([log.cursor(), log.isBehind()]).toEqual([5, false]);
});

test("[MSG-6a] fetched events follow the known ones, and waiting ones follow those", () => {
  const log = createRoomLog(2);
  log.live(event(6));
  expect(seqs(log.fetched([event(2), event(3), event(4), event(5)], 5, false))).toEqual([3, 4, 5, 6]);
  expect(log.isBehind()).toBe(false);
});

test("[MSG-6a] a gap in a fetched page remains a gap, so that the checker sees it", () => {
  const log = createRoomLog(2);
  expect(seqs(log.fetched([event(3), event(5)], 6, false))).toEqual([3, 5]);
  expect(log.cursor()).toBe(6);
});

test("[MSG-6f] after a response with more to follow, fetching continues from its last event", () => {
  const log = createRoomLog(0);
  log.fetched([event(1), event(2)], 9, true);
  expect([log.cursor(), log.isBehind()]).toEqual([2, true]);
});

test("[MSG-6a] an announced head that is ahead is fetched", () => {
  const log = createRoomLog(4);
  log.receiveHead(4);
  expect(log.isBehind()).toBe(false);
  log.receiveHead(5);
  expect(log.isBehind()).toBe(true);
});
