import { expect, test, vi } from "vitest";
import { addressHere } from "./address.ts";
import { addressOf } from "./page.ts";

test("[OLDER-5d] an address belongs to this page by its origin only", () => {
  vi.stubGlobal("location", new URL("https://cuplaj.test:8443/view/oferta.10001?m=5"));
  expect(addressHere("https://cuplaj.test:8443/view/10002?m=7#x")).toEqual({ path: "/view/10002", search: "?m=7" });
  for (const other of [
    "https://cuplaj.test/view/10002",
    "http://cuplaj.test:8443/view/10002",
    "https://cuplaj.test.evil.example:8443/",
    "mailto:ana@cuplaj.test",
    "tel:0722123456",
    "/view/10002",
    "https://[",
  ]) {
    expect(addressHere(other)).toBeNull();
  }
  expect(addressOf("/view/oferta.10001?m=57")).toBe("https://cuplaj.test:8443/view/oferta.10001?m=57");
  vi.unstubAllGlobals();
});
