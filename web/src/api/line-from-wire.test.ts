import { expect, test } from "vitest";
import { readRoomUpdated, linesFromWire } from "./line-from-wire.ts";

const room = { id: 1, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: 7, epoch: "one" };
const radu = { id: 2, name: "Radu", type: "erp" };
const ioana = { id: 4, name: "Ioana", type: "erp" };

test("[MSG-9] a page's events become lines, like live ones", () => {
  const joined = { room, joined: radu, members_total: 3 };
  const handed = {
    room: { ...room, last_seq: 9 },
    take_over: { holder: ioana, from: radu, by: radu, how: "handed" },
    members_total: 3,
  };
  const lines = linesFromWire([
    { seq: 7, event: "RoomUpdated", data: joined },
    { seq: 9, event: "RoomUpdated", data: handed },
  ]);
  const [person, holder] = [
    { id: 2, name: "Radu", kind: "erp" },
    { id: 4, name: "Ioana", kind: "erp" },
  ];
  expect(lines).toEqual([
    { seq: 7, kind: "joined", person },
    { seq: 9, kind: "take-over", change: { holder, from: person, by: person, how: "handed" } },
  ]);
  expect(readRoomUpdated(handed)).toMatchObject({ kind: "take-over", roomId: 1, seq: 9 });
});

test("[HOURS-4] a message outside the opening hours becomes a line with the next opening, if known", () => {
  const by = { id: 3, name: "Ana", type: "customer" };
  const opens = "2026-11-30T06:00:00.000Z";
  expect(
    linesFromWire([
      { seq: 7, event: "AfterHours", data: { next_open: opens, by, room } },
      { seq: 8, event: "AfterHours", data: { next_open: null, by, room: { ...room, last_seq: 8 } } },
      { seq: 9, event: "AfterHours", data: { by, room: { ...room, last_seq: 9 } } },
    ]),
  ).toEqual([
    { seq: 7, kind: "after-hours", nextOpen: opens },
    { seq: 8, kind: "after-hours", nextOpen: null },
  ]);
});

test("[MSG-9a] a page's counts go between two messages each, by kind", () => {
  const between = [
    { seq: 3, counts: { join: 2, leave: 1 } },
    { seq: 90, counts: { "take-over": 4, "after-hours": 1, "offer-update": 5 } },
  ];
  expect(linesFromWire([{ seq: 90, event: "EventsLeftOut", data: { count: 13, between } }])).toEqual([
    {
      seq: 3,
      kind: "left-out",
      counts: { joined: 2, left: 1, takeOvers: 0, offers: 0, requests: 0, afterHours: 0, unknown: 0 },
    },
    {
      seq: 90,
      kind: "left-out",
      counts: { joined: 0, left: 0, takeOvers: 4, offers: 0, requests: 0, afterHours: 1, unknown: 5 },
    },
  ]);
});

test("[SYNC-9] a line of an unknown kind or shape is skipped", () => {
  const unread = [
    { seq: 1, event: "OfferUpdated", data: {} },
    { seq: 2, event: "RoomUpdated", data: { room, joined: { id: "x" }, members_total: 3 } },
    { seq: 3, event: "RoomUpdated", data: { room, members_total: 3 } },
    { seq: 4, event: "EventsLeftOut", data: {} },
  ];
  expect(linesFromWire(unread)).toEqual([]);
});
