import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { User } from "@cuplaj/protocol/participant.ts";
import {
  decideRemoval,
  mayViewRoom,
  pageOrdinals,
  readNumber,
  readRoomRef,
  roomTitle,
  unreadCount,
  vehicleInShort,
} from "./rules.ts";

const person = (permissions: string[]): User => ({
  id: 7,
  name: "Ana",
  username: "ana",
  type: "customer",
  roles: [{ name: "Any", permissions }],
  users_silenced: [],
  rooms: { pinned: [], muted: [], unread: [] },
  notifications: { privacy: "what", quiet: null },
  locale: "ro",
  version: 0,
});

describe("readRoomRef", () => {
  test("[ROOM-1] a path names a room by its id, its name or its channel's name", () => {
    expect(readRoomRef("12")).toEqual({ by: "id", id: 12 });
    for (const name of ["oferta.10001", "presence-oferta.10001"])
      expect(readRoomRef(name)).toEqual({ by: "offer", id: 10_001 });
    for (const name of ["cerere.31", "presence-cerere.31"])
      expect(readRoomRef(name)).toEqual({ by: "request", id: 31 });
    expect(["oferta.10001", "cerere.31"].map(roomTitle)).toEqual(["Oferta 10001", "Cererea 31"]);
  });

  test.each([
    "0",
    "-1",
    "01",
    "1.0",
    "oferta.0",
    "oferta.01",
    "presence-oferta.01",
    "cerere.0",
    "comanda.1",
    "presence-presence-oferta.1",
    "private-user.1",
    "1e3",
    "",
    "9".repeat(16),
    "1\n",
    "x",
  ])("[ROOM-1] %j names no room", (text) => {
    expect(readRoomRef(text)).toBeNull();
  });
});

describe("mayViewRoom", () => {
  test("[ROOM-4] members with rooms.view and holders of rooms.view-any may view a room", () => {
    expect(mayViewRoom(person(["rooms.view"]), true)).toBe(true);
    expect(mayViewRoom(person(["rooms.view-any"]), false)).toBe(true);
    expect(mayViewRoom(person(["rooms.view"]), false)).toBe(false);
    expect(mayViewRoom(person([]), true)).toBe(false);
  });
});

describe("pageOrdinals", () => {
  test("[ROOM-4a] page 1 is the newest 50, and a page past the end is empty", () => {
    expect(pageOrdinals(120, 1)).toEqual({ first: 71, last: 120 });
    expect(pageOrdinals(120, 2)).toEqual({ first: 21, last: 70 });
    expect(pageOrdinals(120, 3)).toEqual({ first: 1, last: 20 });
    for (const page of [4, 5, 1_000_000_000]) {
      const { first, last } = pageOrdinals(120, page);
      expect(last).toBeLessThan(first);
    }
  });

  test("[ROOM-4a] the pages together have every message once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), (total) => {
        const seen: number[] = [];
        for (let page = 1; page <= total / 50 + 2; page += 1) {
          const { first, last } = pageOrdinals(total, page);
          for (let ordinal = last; ordinal >= first; ordinal -= 1) seen.push(ordinal);
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => total - index));
      }),
    );
  });
});

describe("unreadCount", () => {
  test("[ROOM-7a] counts the messages above the marker; it is 0 for a visitor, and never negative", () => {
    expect(unreadCount(10, { readSeq: 9, readOrdinal: 7, uncounted: 0, isMarked: false })).toBe(3);
    expect(unreadCount(10, { readSeq: 30, readOrdinal: 10, uncounted: 0, isMarked: false })).toBe(0);
    expect(unreadCount(10, { readSeq: 30, readOrdinal: 12, uncounted: 0, isMarked: false })).toBe(0);
    expect(unreadCount(10, { readSeq: 9, readOrdinal: 7, uncounted: 2, isMarked: false })).toBe(1);
    expect(unreadCount(10, null)).toBe(0);
  });

  test("[ORDER-4] a marked room counts as at least one", () => {
    const marker = { readSeq: 30, readOrdinal: 10, uncounted: 0, isMarked: true };
    expect([unreadCount(10, marker), unreadCount(11, marker), unreadCount(13, marker)]).toEqual([1, 1, 3]);
  });
});

describe("vehicleInShort", () => {
  test("[ROOM-2][LIST-7c] ends with the make, and omits unknown parts", () => {
    const vehicle = { make: "Škoda", model: "Octavia", engine: "2.0 TDI", year: 2014 };
    expect(vehicleInShort(vehicle)).toBe("Octavia 2.0 TDI, 2014 · Škoda");
    expect(vehicleInShort({ ...vehicle, engine: "", year: null })).toBe("Octavia · Škoda");
    expect(vehicleInShort({ make: "", model: "", engine: "", year: null })).toBe("");
    expect(vehicleInShort({ make: "", model: "", engine: "", year: 2014 })).toBe("2014");
  });
});

describe("decideRemoval", () => {
  const person = { isMember: true, isRoomsCustomer: false, hasLeft: false, broughtBy: 7 };
  const by = { id: 7, mayInvite: true, mayViewAny: false, isMember: true, isAdmin: false };

  test.each([
    ["who brought them in", by, person, "done"],
    ["somebody else", { ...by, id: 8 }, person, "forbidden"],
    ["an administrator", { ...by, id: 8, isAdmin: true }, person, "done"],
    [
      "an administrator, out of their own offer's room",
      { ...by, isAdmin: true },
      { ...person, isRoomsCustomer: true },
      "forbidden",
    ],
    ["who may not any more", { ...by, mayInvite: false }, person, "forbidden"],
    ["who was put out too", { ...by, isMember: false }, person, "forbidden"],
    ["who sees all rooms", { ...by, isMember: false, mayViewAny: true }, person, "done"],
    ["anybody, out of a room that they have left", by, { ...person, isMember: false, hasLeft: true }, "done"],
    ["anybody, out of a room where they never were", by, { ...person, isMember: false }, "not-found"],
    ["themselves", null, { ...person, isRoomsCustomer: true }, "done"],
  ] as const)("[ROOM-14c] a member put out by %s", (_, remover, whom, expected) => {
    expect(decideRemoval({ by: remover, person: whom })).toBe(expected);
  });
});

describe("readNumber", () => {
  test.each([
    ["10001", 10_001],
    [" 10001 ", 10_001],
    ["010001", 10_001],
    [10_001, 10_001],
    ["oferta.10001", 10_001],
    ["0", null],
    ["9".repeat(15), 999_999_999_999_999],
    ["9".repeat(16), null],
    ["9".repeat(64), null],
  ])("[ROOM-5] %s is read as %s", (input, id) => {
    expect(readNumber(input, 1)).toEqual(id === null ? null : { by: "offer", id });
  });

  test("[ROOM-5] a name says itself whether it is an offer's or a request's, whatever the chat type", () => {
    expect(readNumber(31, 2)).toEqual({ by: "request", id: 31 });
    expect(readNumber("cerere.31", 1)).toEqual({ by: "request", id: 31 });
    expect(readNumber("oferta.10001", 2)).toEqual({ by: "offer", id: 10_001 });
  });

  test.each([
    "",
    "abc",
    "-1",
    "1.5",
    "1e4",
    "10001x",
    "oferta.",
    "oferta.x",
    "cerere.",
    "comanda.1",
    "presence-oferta.1",
    "١٢٣",
    "10 001",
    "1\n2",
  ])("[ROOM-5] %j holds more than digits", (input) => {
    expect(readNumber(input, 1)).toBe("not-digits");
  });
});
