import { expect, test } from "vitest";
import { withMemoryStorage } from "../testing/memory-storage.ts";
import { saveUnreadStart, storedUnreadStarts } from "./unread-starts-part.ts";

withMemoryStorage();

test("[READ-3a] the device stores each person's positions in at most a hundred rooms, evicting the oldest", () => {
  for (let roomId = 1; roomId <= 101; roomId += 1) saveUnreadStart("customer.1", roomId, roomId * 10);
  saveUnreadStart("erp.1", 7, 5);
  expect(Object.keys(storedUnreadStarts("customer.1"))).toHaveLength(100);
  expect(storedUnreadStarts("customer.1")[1]).toBeUndefined();
  expect(storedUnreadStarts("customer.1")[101]).toBe(1010);
  expect(storedUnreadStarts("erp.1")).toEqual({ 7: 5 });
  saveUnreadStart("erp.1", 7, null);
  expect(Object.keys(localStorage)).toEqual(["cuplaj.unread.customer.1"]);
});

test.each(["{", '"x"', '[["a", 1], [1], [2, null]]'])("[WEB-1] foreign content there (%s) is ignored", (text) => {
  localStorage.setItem("cuplaj.unread.erp.1", text);
  expect(storedUnreadStarts("erp.1")).toEqual({});
});
