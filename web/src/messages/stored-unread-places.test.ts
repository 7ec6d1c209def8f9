import { beforeEach, expect, test, vi } from "vitest";
import { saveUnreadPlace, storedUnreadPlaces } from "./stored-unread-places.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

test("[READ-3a] the device keeps the places of each person's rooms, of at most a hundred, the oldest gives way", () => {
  for (let roomId = 1; roomId <= 101; roomId += 1) saveUnreadPlace("customer.1", roomId, roomId * 10);
  saveUnreadPlace("erp.1", 7, 5);
  expect(Object.keys(storedUnreadPlaces("customer.1"))).toHaveLength(100);
  expect(storedUnreadPlaces("customer.1")[1]).toBeUndefined();
  expect(storedUnreadPlaces("customer.1")[101]).toBe(1010);
  expect(storedUnreadPlaces("erp.1")).toEqual({ 7: 5 });
  saveUnreadPlace("erp.1", 7, null);
  expect([...stored.keys()]).toEqual(["cuplaj.unread.customer.1"]);
});

test.each(["{", '"x"', '[["a", 1], [1], [2, null]]'])(
  "[WEB-1] what somebody else wrote there (%s) is nothing",
  (text) => {
    stored.set("cuplaj.unread.erp.1", text);
    expect(storedUnreadPlaces("erp.1")).toEqual({});
  },
);
